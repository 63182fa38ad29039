// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu_measure/opened_gpu.h"

#include <fmt/core.h>

#include "harness/base/error.h"
#include "kernels/device_code.h"

namespace gpuproof {
namespace {

// CUDA's own order of devices depends on its environment: only UUID and address say which is which.
int ordinal_of(const DriverApi& driver, const GpuWish& wish) {
  const int count = driver.device_count();
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    CUdevice device = 0;
    driver.fn.cuDeviceGet(&device, ordinal);
    const bool fits = (wish.uuid.empty() || cuda_uuid(driver, device) == wish.uuid) &&
                      (wish.address.empty() || cuda_pci_address(driver, device) == wish.address);
    if (fits) return ordinal;
  }
  throw Error(
      fmt::format("CUDA shows {} device{}, none of them {} at {}; look at CUDA_VISIBLE_DEVICES and "
                  "gpu/inventory",
                  count, count == 1 ? "" : "s", wish.uuid, wish.address));
}

}  // namespace

OpenedGpu::OpenedGpu(const GpuWish& wish)
    : driver_(DriverApi::open(LibrarySearch::of_process(wish.library_path))),
      context_(driver_, ordinal_of(*driver_, wish)),
      stream_(context_),
      sizes_(driver_->library()) {}

const GpuModule& OpenedGpu::module(std::string_view unit) {
  const auto known = modules_.find(unit);
  if (known != modules_.end()) return known->second;
  const auto& code = kernels::device_code(unit);
  DeviceImage image{.name = code.unit, .sass = code.sass};
  for (const auto& ptx : code.ptx) image.ptx.push_back({ptx.capability, ptx.text});
  return modules_.emplace(std::string(unit), GpuModule(context_, image)).first->second;
}

int OpenedGpu::multiprocessors() const {
  return context_.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
}

Bytes OpenedGpu::l2_bytes() const {
  return static_cast<Bytes>(context_.attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
}

OpenedGpu& GpuGarage::get(const GpuWish& wish) {
  auto& gpu = gpus_[wish.uuid + " " + wish.address];
  if (!gpu) gpu = std::make_unique<OpenedGpu>(wish);
  gpu->context().make_current();
  return *gpu;
}

}  // namespace gpuproof
