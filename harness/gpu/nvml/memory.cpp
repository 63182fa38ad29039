// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Device memory: sizes and use, error correction, repairs.
#include "harness/gpu/nvml/device_facts.h"

namespace gpuproof {
namespace {

// Version 1 counts what the driver keeps for itself as used; only version 2 says what programs hold.
Fact<std::uint64_t> used_by_programs(const NvmlDevice& gpu) {
  nvmlMemory_v2_t memory{};
  memory.version = nvml_version_word(sizeof memory, 2);
  const auto& function = gpu.fn.nvmlDeviceGetMemoryInfo_v2;
  const auto status = gpu.call(function, gpu.handle, &memory);
  return nvml_fact(function.name(), status, static_cast<std::uint64_t>(memory.used));
}

void read_ecc_modes(const NvmlDevice& gpu, GpuDevice& facts) {
  int current = 0, pending = 0;
  const auto& function = gpu.fn.nvmlDeviceGetEccMode;
  const auto status = gpu.call(function, gpu.handle, &current, &pending);
  facts.ecc_current = nvml_fact(function.name(), status, current != 0);
  facts.ecc_pending = nvml_fact(function.name(), status, pending != 0);
  facts.ecc_default = fact_from<bool>(gpu.ask<int>(gpu.fn.nvmlDeviceGetDefaultEccMode),
                                      [](int mode) { return mode != 0; });
}

Fact<std::uint64_t> errors(const NvmlDevice& gpu, NvmlErrorKind kind, NvmlCounter counter) {
  return fact_from<std::uint64_t>(
      gpu.ask<unsigned long long>(gpu.fn.nvmlDeviceGetTotalEccErrors, int{kind}, int{counter}),
      [](unsigned long long count) { return std::uint64_t{count}; });
}

void read_remapped_rows(const NvmlDevice& gpu, GpuDevice& facts) {
  unsigned corrected = 0, uncorrected = 0, pending = 0, failed = 0;
  const auto& function = gpu.fn.nvmlDeviceGetRemappedRows;
  const auto* name = function.name();
  const auto status =
      gpu.call(function, gpu.handle, &corrected, &uncorrected, &pending, &failed);
  facts.remapped_corrected = nvml_fact(name, status, std::uint64_t{corrected});
  facts.remapped_uncorrected = nvml_fact(name, status, std::uint64_t{uncorrected});
  facts.remap_pending = nvml_fact(name, status, pending != 0);
  facts.remap_failure = nvml_fact(name, status, failed != 0);
}

// Asked for the count alone: where there are pages the answer is that the buffer is too small.
Fact<std::uint64_t> retired_pages(const NvmlDevice& gpu) {
  const auto& function = gpu.fn.nvmlDeviceGetRetiredPages_v2;
  std::uint64_t pages = 0;
  for (const int cause : {0, 1}) {
    unsigned count = 0;
    const auto status = gpu.call(function, gpu.handle, cause, &count,
                                 static_cast<unsigned long long*>(nullptr),
                                 static_cast<unsigned long long*>(nullptr));
    if (status != NVML_SUCCESS && status != NVML_ERROR_INSUFFICIENT_SIZE)
      return nvml_fact(function.name(), status, pages);
    pages += count;
  }
  return pages;
}

// Newer than most drivers: that they do not know the question says nothing of the GPU.
void read_repairs(const NvmlDevice& gpu, GpuDevice& facts) {
  if (gpu.fn.nvmlDeviceGetRepairStatus) {
    nvmlRepairStatus_t repair{};
    repair.version = nvml_version_word(sizeof repair, 1);
    const auto status = gpu.call(gpu.fn.nvmlDeviceGetRepairStatus, gpu.handle, &repair);
    const auto* name = gpu.fn.nvmlDeviceGetRepairStatus.name();
    facts.channel_repair_pending = nvml_fact(name, status, repair.bChannelRepairPending != 0);
    facts.tpc_repair_pending = nvml_fact(name, status, repair.bTpcRepairPending != 0);
  }
  if (gpu.fn.nvmlDeviceGetUnrepairableMemoryFlag_v1)
    facts.unrepairable_memory = fact_from<bool>(
        gpu.ask<nvmlUnrepairableMemoryStatus_v1_t>(gpu.fn.nvmlDeviceGetUnrepairableMemoryFlag_v1),
        [](const auto& memory) { return memory.bUnrepairableMemory != 0; });
}

}  // namespace

void read_memory(const NvmlDevice& gpu, GpuDevice& facts) {
  facts.memory_bytes = fact_from<std::uint64_t>(
      gpu.ask<nvmlMemory_t>(gpu.fn.nvmlDeviceGetMemoryInfo),
      [](const auto& memory) { return std::uint64_t{memory.total}; });
  facts.memory_used_bytes = used_by_programs(gpu);
  if (gpu.fn.nvmlDeviceGetMemoryBusWidth)  // older drivers do not tell
    facts.memory_bus_bits =
        fact_from<int>(gpu.ask<unsigned>(gpu.fn.nvmlDeviceGetMemoryBusWidth),
                       [](unsigned bits) { return static_cast<int>(bits); });
  facts.bar1_bytes = fact_from<std::uint64_t>(
      gpu.ask<nvmlBAR1Memory_t>(gpu.fn.nvmlDeviceGetBAR1MemoryInfo),
      [](const auto& memory) { return std::uint64_t{memory.bar1Total}; });
}

void read_memory_health(const NvmlDevice& gpu, GpuDevice& facts) {
  read_ecc_modes(gpu, facts);
  facts.ecc_corrected_volatile = errors(gpu, nvml_corrected, nvml_volatile);
  facts.ecc_uncorrected_volatile = errors(gpu, nvml_uncorrected, nvml_volatile);
  facts.ecc_corrected_aggregate = errors(gpu, nvml_corrected, nvml_aggregate);
  facts.ecc_uncorrected_aggregate = errors(gpu, nvml_uncorrected, nvml_aggregate);
  read_remapped_rows(gpu, facts);
  facts.retired_pages = retired_pages(gpu);
  read_repairs(gpu, facts);
}

}  // namespace gpuproof
