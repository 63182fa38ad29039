// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Memory, its window on the bus, and what uses it.
#include <algorithm>

#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {
namespace {

unsigned long long total(const Gpu& gpu) { return gpu.facts->memory.bytes; }

unsigned long long used_bytes(const Gpu& gpu) {
  unsigned long long used = held_bytes(gpu.index);
  for (const auto& process : gpu.facts->processes) used += process.memory_bytes;
  return std::min(used, total(gpu) - gpu.facts->memory.reserved_bytes);
}

// As the real one: too small a list answers INSUFFICIENT_SIZE and the number there is.
Return list_processes(const Gpu& gpu, const char* kind, unsigned* count, ProcessInfo* out) {
  if (!count) return invalid_argument;
  std::vector<ProcessInfo> found;
  constexpr unsigned none = ~0u;  // no MIG instance
  for (const auto& process : gpu.facts->processes)
    if (process.kind == kind) found.push_back({process.pid, process.memory_bytes, none, none});
  if (detail::zeros()) found.clear();
  const unsigned room = *count;
  *count = static_cast<unsigned>(found.size());
  if (room < found.size()) return insufficient_size;
  if (!found.empty() && !out) return invalid_argument;
  std::copy(found.begin(), found.end(), out);
  return success;
}

}  // namespace

NVML_FUNCTION nvmlDeviceGetMemoryInfo(Device device, Memory* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto used = used_bytes(gpu) + gpu.facts->memory.reserved_bytes;  // version 1 counts both
    return put(out, Memory{total(gpu), total(gpu) - used, used});
  });
}
NVML_FUNCTION nvmlDeviceGetMemoryInfo_v2(Device device, MemoryV2* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!out) return invalid_argument;
    if (out->version != version_word(sizeof *out, 2)) return version_mismatch;
    const unsigned long long reserved = gpu.facts->memory.reserved_bytes, used = used_bytes(gpu);
    return put(out,
               MemoryV2{out->version, total(gpu), reserved, total(gpu) - reserved - used, used});
  });
}
NVML_FUNCTION nvmlDeviceGetMemoryBusWidth(Device device, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, gpu.facts->memory.bus_bits); });
}
NVML_FUNCTION nvmlDeviceGetBAR1MemoryInfo(Device device, Memory* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const unsigned long long size = gpu.facts->pcie.bar1_bytes, used = std::min(size, 1ull << 20);
    return put(out, Memory{size, size - used, used});
  });
}
NVML_FUNCTION nvmlDeviceGetUtilizationRates(Device device, Utilization* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const bool busy = live_gpu(gpu.index).moment.busy;
    return put(out, busy ? Utilization{100, 60} : Utilization{});
  });
}
NVML_FUNCTION nvmlDeviceGetComputeRunningProcesses_v3(Device device, unsigned* count,
                                                      ProcessInfo* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return list_processes(gpu, "compute", count, out);
  });
}
NVML_FUNCTION nvmlDeviceGetGraphicsRunningProcesses_v3(Device device, unsigned* count,
                                                       ProcessInfo* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return list_processes(gpu, "graphics", count, out);
  });
}
NVML_FUNCTION nvmlDeviceGetMPSComputeRunningProcesses_v3(Device device, unsigned* count,
                                                         ProcessInfo* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return list_processes(gpu, "mps", count, out); });
}
NVML_FUNCTION nvmlSystemGetProcessName(unsigned pid, char* out, unsigned length) {
  return answer(__func__, [&]() -> Return {
    for (const auto& gpu : Session::get().gpus())
      for (const auto& process : gpu.facts->processes)
        if (process.pid == pid) return put_text(out, length, process.name);
    return not_found;
  });
}

}  // namespace gpuproof::vgpu::nvml
