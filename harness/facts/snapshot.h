// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Everything that any check reads of a machine: one document, `gpuproof snapshot`.
#pragma once

#include <cstdint>
#include <string>

#include "harness/base/codec.h"
#include "harness/facts/cpu.h"
#include "harness/facts/gpu.h"
#include "harness/facts/kernel_log.h"
#include "harness/facts/memory.h"
#include "harness/facts/network.h"
#include "harness/facts/pci.h"
#include "harness/facts/smbios.h"
#include "harness/facts/storage.h"
#include "harness/facts/system.h"

namespace gpuproof {

struct SnapshotHeader {
  std::string schema = "gpuproof.snapshot/1";
  std::string tool_version;
  std::string taken_at;             // UTC, wall clock
  std::int64_t boottime_us = 0;     // of the reading
  std::int64_t wall_us = 0;
  Fact<std::string> hostname, machine_id, boot_id;
  bool simulated = false;
  bool redacted = false;
};
template <class V>
void describe(V& v, SnapshotHeader& x) {
  v("schema", x.schema);
  v("tool_version", x.tool_version);
  v("taken_at", x.taken_at, "UTC");
  v("boottime_us", x.boottime_us, "microseconds since boot when it was taken");
  v("wall_us", x.wall_us, "microseconds since 1970 when it was taken");
  v("hostname", x.hostname);
  v("machine_id", x.machine_id, "hash of /etc/machine-id");
  v("boot_id", x.boot_id);
  v("simulated", x.simulated, "made from a tree (--sysroot) or on the virtual GPU");
  v("redacted", x.redacted);
}

struct Snapshot {
  SnapshotHeader header;
  SmbiosFacts smbios;
  CpuFacts cpu;
  MemoryFacts memory;
  PciFacts pci;
  StorageFacts storage;
  NetworkFacts network;
  Fact<KernelLog> kernel_log;
  KernelFacts kernel;
  SoftwareFacts software;
  LimitsFacts limits;
  PlatformFacts platform;
  GpuFacts gpu;
};
template <class V>
void describe(V& v, Snapshot& x) {
  v("header", x.header);
  v("smbios", x.smbios, "null: the machine has no SMBIOS tables");
  v("cpu", x.cpu);
  v("memory", x.memory);
  v("pci", x.pci);
  v("storage", x.storage);
  v("network", x.network);
  v("kernel_log", x.kernel_log);
  v("kernel", x.kernel);
  v("software", x.software);
  v("limits", x.limits);
  v("platform", x.platform);
  v("gpu", x.gpu);
}

// snapshot_json.cpp: the one unit that instantiates the codec over all facts.
std::string snapshot_to_json(const Snapshot&);
Snapshot snapshot_from_json(std::string_view text, const std::string& file);  // throws InputError
std::string snapshot_schema();

// Serials, host names, MAC addresses, UUIDs and user names become stable hashes.
void redact(Snapshot&);
// "#" and twelve hex digits of the salted hash; the same text gives the same hash.
std::string redacted(const std::string& text);

}  // namespace gpuproof
