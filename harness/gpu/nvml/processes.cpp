// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Who uses a GPU.
#include "harness/gpu/nvml/device_facts.h"

namespace gpuproof {
namespace {

std::string name_of_process(const NvmlDevice& gpu, unsigned pid) {
  char name[256] = {};
  const auto status = gpu.call(gpu.fn.nvmlSystemGetProcessName, pid, name,
                               static_cast<unsigned>(sizeof name));
  name[sizeof name - 1] = 0;
  return status == NVML_SUCCESS ? name : "";
}

// The list may grow between the question for its length and that for itself.
template <class Function>
nvmlReturn_t list(const NvmlDevice& gpu, const Function& function,
                  std::vector<nvmlProcessInfo_t>& found) {
  constexpr int tries = 5;
  constexpr unsigned spare = 16;
  nvmlReturn_t status = NVML_ERROR_INSUFFICIENT_SIZE;
  unsigned room = spare;
  for (int i = 0; i < tries && status == NVML_ERROR_INSUFFICIENT_SIZE; ++i) {
    found.assign(room, {});
    unsigned count = room;
    status = gpu.call(function, gpu.handle, &count, found.data());
    if (status == NVML_SUCCESS) found.resize(std::min(count, room));
    room = count + spare;
  }
  return status;
}

GpuProcess process_facts(const NvmlDevice& gpu, const nvmlProcessInfo_t& info,
                         const std::string& kind) {
  GpuProcess process{.pid = info.pid, .name = name_of_process(gpu, info.pid), .kind = kind};
  if (info.usedGpuMemory != ~0ull) process.memory_bytes = info.usedGpuMemory;
  return process;
}

}  // namespace

void read_processes(const NvmlDevice& gpu, GpuDevice& facts) {
  std::vector<GpuProcess> processes;
  std::vector<nvmlProcessInfo_t> found;
  const auto add = [&](const auto& function, const std::string& kind) {
    const auto status = list(gpu, function, found);
    if (status == NVML_SUCCESS)
      for (const auto& info : found) processes.push_back(process_facts(gpu, info, kind));
    return nvml_fact(function.name(), status, true);
  };
  const auto compute = add(gpu.fn.nvmlDeviceGetComputeRunningProcesses_v3, "compute");
  const auto graphics = add(gpu.fn.nvmlDeviceGetGraphicsRunningProcesses_v3, "graphics");
  add(gpu.fn.nvmlDeviceGetMPSComputeRunningProcesses_v3, "compute");
  using List = Fact<std::vector<GpuProcess>>;
  if (compute.is_unreadable() || graphics.is_unreadable())
    facts.processes = List::unreadable(compute.is_unreadable() ? compute.why() : graphics.why());
  else if (compute || graphics)
    facts.processes = std::move(processes);
}

}  // namespace gpuproof
