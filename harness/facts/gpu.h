// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// GPU facts over NVML and CUDA. Filled by the GPU layer; recorded snapshots carry them whole.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/facts/fact.h"

namespace gpuproof {

// One reading of the link and the clocks; `load` says whether the GPU was working then.
struct GpuSample {
  std::string when;  // idle, load
  Fact<int> pcie_generation, pcie_width, performance_state, utilization_pct, temperature_c;
  Fact<std::uint64_t> event_reasons;
  Fact<double> sm_mhz, memory_mhz, power_w;
};
template <class V>
void describe(V& v, GpuSample& x) {
  v("when", x.when, "idle or load");
  v("pcie_generation", x.pcie_generation);
  v("pcie_width", x.pcie_width);
  v("performance_state", x.performance_state);
  v("utilization_pct", x.utilization_pct);
  v("temperature_c", x.temperature_c);
  v("event_reasons", x.event_reasons, "clock event reasons, bits");
  v("sm_mhz", x.sm_mhz);
  v("memory_mhz", x.memory_mhz);
  v("power_w", x.power_w);
}

struct NvLink {
  int link = 0;
  Fact<std::string> state;  // active, inactive, fault, ...
  Fact<std::uint64_t> crc_errors, replay_errors, recovery_errors;
};
template <class V>
void describe(V& v, NvLink& x) {
  v("link", x.link);
  v("state", x.state);
  v("crc_errors", x.crc_errors);
  v("replay_errors", x.replay_errors);
  v("recovery_errors", x.recovery_errors);
}

struct GpuProcess {
  std::uint64_t pid = 0;
  Fact<std::uint64_t> memory_bytes;
  std::string name, kind;  // compute, graphics
};
template <class V>
void describe(V& v, GpuProcess& x) {
  v("pid", x.pid);
  v("memory_bytes", x.memory_bytes);
  v("name", x.name);
  v("kind", x.kind, "compute or graphics");
}

struct GpuDevice {
  std::string uuid, pci_address, name;
  Fact<std::string> serial, vbios, open_error, compute_capability, mig_mode;
  Fact<std::uint64_t> memory_bytes, memory_used_bytes, bar1_bytes;
  Fact<int> pcie_generation_max, pcie_generation_device_max, pcie_generation_host_max,
      pcie_width_max, numa_node;
  std::vector<GpuSample> samples;
  Fact<bool> ecc_current, ecc_pending, ecc_default, persistence;
  Fact<std::uint64_t> ecc_uncorrected_volatile, ecc_corrected_volatile, ecc_uncorrected_aggregate,
      ecc_corrected_aggregate, pcie_replays;
  Fact<bool> remap_pending, remap_failure;
  Fact<std::uint64_t> remapped_corrected, remapped_uncorrected, retired_pages;
  Fact<double> power_limit_w, power_default_w, power_max_w, max_sm_mhz, max_memory_mhz;
  Fact<std::string> compute_mode, recovery_action;
  Fact<std::vector<NvLink>> nvlinks;
  Fact<std::vector<GpuProcess>> processes;
  Fact<double> locked_sm_mhz, application_sm_mhz, application_memory_mhz;
  Fact<double> default_application_sm_mhz, default_application_memory_mhz;
  Fact<int> slowdown_c, mig_instances;
  Fact<bool> channel_repair_pending, tpc_repair_pending, unrepairable_memory;
  Fact<std::string> fabric_state;
  Fact<int> memory_bus_bits;
};
template <class V>
void describe(V& v, GpuDevice& x) {
  v("uuid", x.uuid);
  v("pci_address", x.pci_address);
  v("name", x.name);
  v("serial", x.serial);
  v("vbios", x.vbios);
  v("open_error", x.open_error, "NVML error name when the device cannot be opened");
  v("compute_capability", x.compute_capability);
  v("mig_mode", x.mig_mode);
  v("memory_bytes", x.memory_bytes);
  v("memory_used_bytes", x.memory_used_bytes);
  v("bar1_bytes", x.bar1_bytes);
  v("pcie_generation_max", x.pcie_generation_max, "of card and slot together");
  v("pcie_generation_device_max", x.pcie_generation_device_max);
  v("pcie_generation_host_max", x.pcie_generation_host_max);
  v("pcie_width_max", x.pcie_width_max);
  v("numa_node", x.numa_node);
  v("samples", x.samples);
  v("ecc_current", x.ecc_current);
  v("ecc_pending", x.ecc_pending);
  v("ecc_default", x.ecc_default);
  v("persistence", x.persistence);
  v("ecc_uncorrected_volatile", x.ecc_uncorrected_volatile);
  v("ecc_corrected_volatile", x.ecc_corrected_volatile);
  v("ecc_uncorrected_aggregate", x.ecc_uncorrected_aggregate);
  v("ecc_corrected_aggregate", x.ecc_corrected_aggregate);
  v("pcie_replays", x.pcie_replays);
  v("remap_pending", x.remap_pending);
  v("remap_failure", x.remap_failure);
  v("remapped_corrected", x.remapped_corrected);
  v("remapped_uncorrected", x.remapped_uncorrected);
  v("retired_pages", x.retired_pages);
  v("power_limit_w", x.power_limit_w, "enforced");
  v("power_default_w", x.power_default_w);
  v("power_max_w", x.power_max_w);
  v("max_sm_mhz", x.max_sm_mhz);
  v("max_memory_mhz", x.max_memory_mhz);
  v("compute_mode", x.compute_mode);
  v("recovery_action", x.recovery_action);
  v("nvlinks", x.nvlinks);
  v("processes", x.processes);
  v("locked_sm_mhz", x.locked_sm_mhz);
  v("application_sm_mhz", x.application_sm_mhz);
  v("application_memory_mhz", x.application_memory_mhz);
  v.maybe("default_application_sm_mhz", x.default_application_sm_mhz);
  v.maybe("default_application_memory_mhz", x.default_application_memory_mhz);
  v.maybe("slowdown_c", x.slowdown_c, "temperature at which the hardware cuts the clock");
  v.maybe("mig_instances", x.mig_instances, "slices in use of a partitioned GPU");
  v.maybe("channel_repair_pending", x.channel_repair_pending, "done at the next reset");
  v.maybe("tpc_repair_pending", x.tpc_repair_pending, "done at the next reset");
  v.maybe("unrepairable_memory", x.unrepairable_memory);
  v.maybe("fabric_state", x.fabric_state, "completed, in progress, not started, failed");
  v.maybe("memory_bus_bits", x.memory_bus_bits);
}

struct GpuFacts {
  Fact<std::vector<GpuDevice>> devices;  // absent: NVML was not asked
  Fact<std::string> nvml_result;         // NVML_SUCCESS or the name of the error
  Fact<std::string> nvml_library_version, nvml_driver_version;
  Fact<std::string> cuda_result;         // CUDA_SUCCESS or the name of the error
  Fact<std::string> cuda_library_version;
  Fact<int> cuda_driver_version;
  Fact<std::vector<std::string>> cuda_order;  // PCI addresses in CUDA's order
  Fact<double> cuda_init_s, query_s;
};
template <class V>
void describe(V& v, GpuFacts& x) {
  v("devices", x.devices, "null: NVML was not asked");
  v("nvml_result", x.nvml_result);
  v("nvml_library_version", x.nvml_library_version);
  v("nvml_driver_version", x.nvml_driver_version);
  v("cuda_result", x.cuda_result);
  v("cuda_library_version", x.cuda_library_version);
  v("cuda_driver_version", x.cuda_driver_version);
  v("cuda_order", x.cuda_order, "PCI addresses in the order of CUDA's indices");
  v("cuda_init_s", x.cuda_init_s);
  v("query_s", x.query_s, "time the slowest NVML query took");
}

}  // namespace gpuproof
