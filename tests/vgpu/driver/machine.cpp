// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/driver/machine.h"

#include <cstdlib>

#include "tests/vgpu/clock/gpu_counters.h"
#include "tests/vgpu/driver/module_image.h"
#include "tests/vgpu/driver/visible_devices.h"

namespace gpuproof::vgpu::driver {

Machine& Machine::get() {
  static Machine* const machine = new Machine;  // a program may still call while it ends
  return *machine;
}

CUresult Machine::init() {
  if (open_) return CUDA_SUCCESS;
  scenario_ = load_scenario_from_environment();
  std::vector<std::string> uuids;
  for (const auto& gpu : scenario_.gpus) uuids.push_back(gpu.uuid);
  const char* variable = std::getenv("CUDA_VISIBLE_DEVICES");
  for (const auto i :
       visible_devices(variable ? std::optional<std::string>(variable) : std::nullopt, uuids)) {
    const auto index = static_cast<int>(i);
    // Whoever starts after a GPU fell off the bus does not see it.
    if (condition_of(scenario_, index, live_gpu(index).moment).lost) continue;
    devices_.push_back({.index = index, .facts = &scenario_.gpus[i]});
  }
  if (devices_.empty()) return CUDA_ERROR_NO_DEVICE;
  open_ = true;
  return CUDA_SUCCESS;
}

Device* Machine::device(CUdevice place) {
  if (place < 0 || static_cast<std::size_t>(place) >= devices_.size()) return nullptr;
  return &devices_[static_cast<std::size_t>(place)];
}

Machine::Place Machine::find(CUdeviceptr address) {
  for (auto& device : devices_) {
    auto found = device.allocations.upper_bound(address);
    if (found == device.allocations.begin()) continue;
    auto& allocation = (--found)->second;
    if (address < allocation.address + allocation.bytes) return {&device, &allocation};
  }
  return {};
}

}  // namespace gpuproof::vgpu::driver
