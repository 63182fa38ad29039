// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a reader wants to know of the machine, in a few lines of words.
#include <fmt/core.h>

#include <map>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/checks/check.h"
#include "harness/judge/summary.h"

namespace gpuproof {
namespace {

using Facts = std::map<std::string, std::string>;

void put(Facts& facts, const std::string& name, const Fact<std::string>& value) {
  if (value)
    facts[name] = *value;
  else if (value.is_unreadable())
    facts[name] = "unreadable: " + value.why();
}

std::string counted(const std::map<std::string, int>& models) {
  std::vector<std::string> parts;
  for (const auto& [model, count] : models) parts.push_back(fmt::format("{} x {}", count, model));
  return join(parts, ", ");
}

void put_board(Facts& facts, const Snapshot& snapshot) {
  if (!snapshot.smbios) return;
  const auto& tables = *snapshot.smbios;
  if (tables.system) facts["system"] = tables.system->manufacturer + " " + tables.system->product;
  if (tables.board) facts["board"] = tables.board->manufacturer + " " + tables.board->product;
  if (tables.bios) facts["firmware"] = tables.bios->version + " of " + tables.bios->date;
  std::map<std::string, int> dimms;
  for (const auto& dimm : tables.dimms)
    if (dimm.is_filled())
      ++dimms[fmt::format(
          "{} {}{}", dimm.bytes ? bytes_text(*dimm.bytes) : "unknown size of", dimm.type,
          dimm.configured_mts ? fmt::format(" at {} MT/s", *dimm.configured_mts) : "")];
  if (!dimms.empty()) facts["memory modules"] = counted(dimms);
}

void put_gpus(Facts& facts, const Snapshot& snapshot) {
  std::map<std::string, int> models;
  if (snapshot.gpu.devices)
    for (const auto& gpu : *snapshot.gpu.devices) ++models[gpu.name];
  else
    for (const auto* device : nvidia_gpus(snapshot))
      ++models[fmt::format("NVIDIA {:04x}", device->device)];
  if (!models.empty()) facts["GPUs"] = counted(models);
}

void put_drives(Facts& facts, const Snapshot& snapshot) {
  if (!snapshot.storage.devices) return;
  std::map<std::string, int> models;
  for (const auto& device : *snapshot.storage.devices)
    if (device.kind == "disk")
      ++models[fmt::format("{} ({})", device.model.value_or(device.name),
                           bytes_text(device.bytes))];
  if (!models.empty()) facts["drives"] = counted(models);
}

}  // namespace

Facts facts_for_readers(const Snapshot& snapshot) {
  Facts facts;
  put(facts, "host", snapshot.header.hostname);
  put(facts, "processor", snapshot.cpu.model_name);
  if (snapshot.cpu.cores) facts["cores"] = std::to_string(*snapshot.cpu.cores);
  if (snapshot.cpu.packages) facts["sockets"] = std::to_string(*snapshot.cpu.packages);
  if (snapshot.memory.total_bytes) facts["memory"] = bytes_text(*snapshot.memory.total_bytes);
  put(facts, "operating system", snapshot.software.os_pretty_name);
  put(facts, "kernel", snapshot.kernel.release);
  put(facts, "NVIDIA driver", snapshot.software.nvidia_module_version);
  put(facts, "hypervisor", snapshot.platform.hypervisor);
  put(facts, "container", snapshot.platform.container);
  put_board(facts, snapshot);
  put_gpus(facts, snapshot);
  put_drives(facts, snapshot);
  return facts;
}

}  // namespace gpuproof
