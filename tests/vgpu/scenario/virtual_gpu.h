// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One GPU of a scenario: what it is, what its links, sensors and counters say, and how fast it is.
// An optional member that is absent or null is what NVML answers with NOT_SUPPORTED.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/codec.h"

namespace gpuproof::vgpu {

struct PciIdentity {
  std::string address;  // 0000:18:00.0
  std::uint32_t vendor = 0x10de, device = 0, subsystem_vendor = 0x10de, subsystem_device = 0;
  int numa_node = 0;
};
template <class V>
void describe(V& v, PciIdentity& x) {
  v("address", x.address, "domain:bus:device.function");
  v.maybe("vendor", x.vendor);
  v("device", x.device);
  v.maybe("subsystem_vendor", x.subsystem_vendor);
  v("subsystem_device", x.subsystem_device);
  v.maybe("numa_node", x.numa_node);
}

// Bandwidth is 2 x clock x bus / 8, as NVML's memory clock counts, times what a kernel reaches.
struct DeviceMemory {
  std::string type;
  std::uint64_t bytes = 0, reserved_bytes = 0;
  double clock_mhz = 0, efficiency = 0.92;
  std::uint32_t bus_bits = 0;
  double peak_gbs() const { return 2e6 * clock_mhz * bus_bits / 8 / 1e9; }
};
template <class V>
void describe(V& v, DeviceMemory& x) {
  v.maybe("type", x.type, "HBM3, GDDR6X, ...");
  v("bytes", x.bytes);
  v.maybe("reserved_bytes", x.reserved_bytes, "kept by the driver");
  v("clock_mhz", x.clock_mhz, "as NVML reports it: half of the transfer rate");
  v("bus_bits", x.bus_bits);
  v.maybe("efficiency", x.efficiency, "share of the peak that a streaming kernel reaches");
}

struct Clocks {
  double boost_mhz = 0, max_mhz = 0, idle_mhz = 210, memory_idle_mhz = 405;
  std::optional<double> load_mhz;  // absent: boost
  std::optional<double> application_mhz, default_application_mhz, locked_mhz;
};
template <class V>
void describe(V& v, Clocks& x) {
  v("boost_mhz", x.boost_mhz, "rated boost of the datasheet");
  v("max_mhz", x.max_mhz, "NVML's maximum SM clock");
  v.maybe("idle_mhz", x.idle_mhz);
  v.maybe("memory_idle_mhz", x.memory_idle_mhz);
  v("load_mhz", x.load_mhz, "SM clock under load; absent: the rated boost");
  v("application_mhz", x.application_mhz);
  v("default_application_mhz", x.default_application_mhz);
  v("locked_mhz", x.locked_mhz);
}

struct Power {
  double default_w = 0, min_w = 0, max_w = 0, idle_w = 20;
  std::optional<double> limit_w, load_w;  // absent: default; 95 % of the limit
  double limit() const { return limit_w.value_or(default_w); }
  double load() const { return load_w.value_or(0.95 * limit()); }
};
template <class V>
void describe(V& v, Power& x) {
  v("default_w", x.default_w);
  v("min_w", x.min_w);
  v("max_w", x.max_w);
  v.maybe("idle_w", x.idle_w);
  v("limit_w", x.limit_w, "enforced; absent: the default");
  v("load_w", x.load_w, "drawn under load; absent: 95 % of the limit");
}

struct Temperatures {
  double idle_c = 35, load_c = 65;
  std::optional<double> slowdown_c, shutdown_c, max_operating_c, memory_max_c;
};
template <class V>
void describe(V& v, Temperatures& x) {
  v.maybe("idle_c", x.idle_c);
  v.maybe("load_c", x.load_c);
  v("slowdown_c", x.slowdown_c);
  v("shutdown_c", x.shutdown_c);
  v("max_operating_c", x.max_operating_c);
  v("memory_max_c", x.memory_max_c);
}

struct PcieLink {
  int generation_max = 4, width_max = 16;             // of the card
  int host_generation_max = 4;                        // of the slot
  std::optional<int> generation_idle, width_current;  // absent: the maximum
  double efficiency = 0.82;
  std::uint64_t bar1_bytes = 0, replays = 0;
  int generation_load() const { return std::min(generation_max, host_generation_max); }
  int width() const { return width_current.value_or(width_max); }
};
template <class V>
void describe(V& v, PcieLink& x) {
  v("generation_max", x.generation_max, "of the card");
  v("width_max", x.width_max);
  v("host_generation_max", x.host_generation_max, "of the slot");
  v("generation_idle", x.generation_idle, "idle links fall back; absent: they do not");
  v("width_current", x.width_current);
  v.maybe("efficiency", x.efficiency,
          "share of the rate after encoding that a pinned copy reaches");
  v("bar1_bytes", x.bar1_bytes);
  v.maybe("replays", x.replays);
}

struct EccState {
  bool current = true, pending = true, by_default = true;
  std::uint64_t corrected_volatile = 0, uncorrected_volatile = 0, corrected_aggregate = 0,
                uncorrected_aggregate = 0;
};
template <class V>
void describe(V& v, EccState& x) {
  v.maybe("current", x.current);
  v.maybe("pending", x.pending);
  v.maybe("default", x.by_default);
  v.maybe("corrected_volatile", x.corrected_volatile);
  v.maybe("uncorrected_volatile", x.uncorrected_volatile);
  v.maybe("corrected_aggregate", x.corrected_aggregate);
  v.maybe("uncorrected_aggregate", x.uncorrected_aggregate);
}

struct RowRemap {
  std::uint32_t corrected = 0, uncorrected = 0;
  bool pending = false, failed = false;
};
template <class V>
void describe(V& v, RowRemap& x) {
  v.maybe("corrected", x.corrected);
  v.maybe("uncorrected", x.uncorrected);
  v.maybe("pending", x.pending);
  v.maybe("failed", x.failed);
}

// All links of one card lead to switches or to one other GPU.
struct NvLinks {
  int version = 4, links = 0;
  double gbs_per_link = 25, efficiency = 0.84;
  std::string remote = "switch";  // or the index of a GPU
  std::vector<int> down;
  std::map<std::string, std::uint64_t> crc_errors, replay_errors, recovery_errors;  // by link
};
template <class V>
void describe(V& v, NvLinks& x) {
  v("version", x.version);
  v("links", x.links);
  v.maybe("gbs_per_link", x.gbs_per_link, "one direction");
  v.maybe("efficiency", x.efficiency, "share that a peer copy reaches");
  v.maybe("remote", x.remote, "switch, or the index of a GPU of this scenario");
  v.maybe("down", x.down, "links that are not active");
  v.maybe("crc_errors", x.crc_errors, "by link");
  v.maybe("replay_errors", x.replay_errors);
  v.maybe("recovery_errors", x.recovery_errors);
}

struct ForeignProcess {
  std::uint32_t pid = 0;
  std::string name, kind = "compute";
  std::uint64_t memory_bytes = 0;
};
template <class V>
void describe(V& v, ForeignProcess& x) {
  v("pid", x.pid);
  v.maybe("name", x.name);
  v.maybe("kind", x.kind, "compute or graphics");
  v.maybe("memory_bytes", x.memory_bytes);
}

// Arithmetic of one SM: what the units can do, and the share that programs reach.
struct Rate {
  double per_clock_sm = 0, register_share = 0.97, gemm_share = 0.8;
};
template <class V>
void describe(V& v, Rate& x) {
  v("per_clock_sm", x.per_clock_sm, "FLOP (2 per multiply-add) of one SM in one clock, dense");
  v.maybe("register_share", x.register_share, "reached by a kernel that works in registers");
  v.maybe("gemm_share", x.gemm_share, "reached by a large GEMM of the library");
}

struct Latencies {
  double l1_cycles = 33, l2_cycles = 220, dram_ns = 560, launch_us = 2.5, graph_us = 1.2,
         copy_us = 2.5, peer_us = 1.8, l2_gbs = 5000;
};
template <class V>
void describe(V& v, Latencies& x) {
  v.maybe("l1_cycles", x.l1_cycles);
  v.maybe("l2_cycles", x.l2_cycles);
  v.maybe("dram_ns", x.dram_ns);
  v.maybe("launch_us", x.launch_us);
  v.maybe("graph_us", x.graph_us, "per node of a graph");
  v.maybe("copy_us", x.copy_us);
  v.maybe("peer_us", x.peer_us);
  v.maybe("l2_gbs", x.l2_gbs);
}

struct VirtualGpu {
  std::string name, uuid, compute_capability;
  std::optional<std::string> serial, part_number, vbios, mig_mode, fabric_state;
  PciIdentity pci;
  std::uint32_t sms = 0;
  std::uint64_t l2_bytes = 0;
  DeviceMemory memory;
  Clocks clocks;
  Power power;
  Temperatures temperature;
  PcieLink pcie;
  std::optional<EccState> ecc;
  std::optional<RowRemap> remap;
  std::optional<std::uint32_t> retired_pages;
  std::optional<NvLinks> nvlink;
  bool persistence = true, peer_access = true;
  std::string compute_mode = "default";
  std::vector<ForeignProcess> processes;
  std::map<std::string, Rate> rates;  // fma.fp32, mma.fp16.fp32, mma.fp8_e4m3.fp32, ...
  Latencies latency;

  int cc_major() const { return std::stoi(compute_capability); }  // "9.0": checked when read
  int cc_minor() const { return compute_capability.back() - '0'; }
};
template <class V>
void describe(V& v, VirtualGpu& x) {
  v("name", x.name);
  v("uuid", x.uuid, "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
  v("compute_capability", x.compute_capability);
  v("serial", x.serial);
  v("part_number", x.part_number);
  v("vbios", x.vbios);
  v("mig_mode", x.mig_mode, "disabled or enabled");
  v("fabric_state", x.fabric_state, "completed, in_progress, not_started");
  v("pci", x.pci);
  v("sms", x.sms);
  v("l2_bytes", x.l2_bytes);
  v("memory", x.memory);
  v("clocks", x.clocks);
  v("power", x.power);
  v("temperature", x.temperature);
  v("pcie", x.pcie);
  v("ecc", x.ecc);
  v("remap", x.remap);
  v("retired_pages", x.retired_pages);
  v("nvlink", x.nvlink);
  v.maybe("persistence", x.persistence);
  v.maybe("peer_access", x.peer_access, "GeForce cards refuse peer access over PCIe");
  v.maybe("compute_mode", x.compute_mode, "default, exclusive_process or prohibited");
  v.maybe("processes", x.processes);
  v("rates", x.rates, "fma.DTYPE, mma.DTYPE.ACC");
  v.maybe("latency", x.latency);
}

}  // namespace gpuproof::vgpu
