// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/driver/context.h"

#include <fmt/core.h>

#include "harness/base/text.h"

namespace gpuproof {

std::string cuda_uuid(const DriverApi& driver, CUdevice device) {
  CUuuid uuid{};
  driver.fn.cuDeviceGetUuid(&uuid, device);
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

std::string cuda_pci_address(const DriverApi& driver, CUdevice device) {
  char address[32] = {};
  driver.fn.cuDeviceGetPCIBusId(address, sizeof address - 1, device);
  return lower(address);  // the kernel spells it in small letters
}

GpuContext::GpuContext(std::shared_ptr<const DriverApi> driver, int ordinal)
    : driver_(std::move(driver)), ordinal_(ordinal) {
  fn().cuDeviceGet(&device_, ordinal);
  fn().cuDevicePrimaryCtxRetain(&handle_, device_);
  const auto current = fn().cuCtxSetCurrent.raw(handle_);
  if (current == CUDA_SUCCESS) return;
  driver_->release(fn().cuDevicePrimaryCtxRelease, device_);  // no destructor runs for us
  throw CudaError("cuCtxSetCurrent", current);
}

GpuContext::~GpuContext() { driver_->release(fn().cuDevicePrimaryCtxRelease, device_); }

void GpuContext::make_current() const { fn().cuCtxSetCurrent(handle_); }

void GpuContext::synchronize() const {
  make_current();
  fn().cuCtxSynchronize();
}

std::string GpuContext::name() const {
  char text[256] = {};
  fn().cuDeviceGetName(text, sizeof text - 1, device_);
  return clean_text(text);
}

std::string GpuContext::uuid() const { return cuda_uuid(*driver_, device_); }
std::string GpuContext::pci_address() const { return cuda_pci_address(*driver_, device_); }

int GpuContext::attribute(CUdevice_attribute which) const {
  int value = 0;
  fn().cuDeviceGetAttribute(&value, which, device_);
  return value;
}

int GpuContext::compute_capability() const {
  return 10 * attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
         attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
}

GpuContext::Memory GpuContext::memory() const {
  make_current();
  Memory memory;
  fn().cuMemGetInfo(&memory.free, &memory.total);
  return memory;
}

}  // namespace gpuproof
