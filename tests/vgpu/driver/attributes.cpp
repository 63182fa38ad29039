// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Attributes of a device. Limits that do not depend on the scenario are those of the CUDA C++
// Programming Guide, table "Technical Specifications per Compute Capability".
#include <cstdio>

#include "tests/vgpu/driver/attributes.h"
#include "tests/vgpu/driver/call.h"

namespace gpuproof::vgpu::driver {
namespace {

int capability_of(const VirtualGpu& gpu) { return 10 * gpu.cc_major() + gpu.cc_minor(); }

std::optional<int> fixed_limit(CUdevice_attribute which) {
  switch (which) {
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
      return 1024;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
      return 64;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
      return 2147483647;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
      return 65535;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
      return static_cast<int>(default_shared_bytes);
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
      return 32;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR:
      return 65536;
    case CU_DEVICE_ATTRIBUTE_INTEGRATED:
      return 0;
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS:
    case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
    case CU_DEVICE_ATTRIBUTE_GPU_OVERLAP:
      return 1;
    case CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT:
      return 2;
    default:
      return std::nullopt;
  }
}

std::optional<int> of_scenario(const VirtualGpu& gpu, CUdevice_attribute which) {
  const auto kilohertz = [](double mhz) { return static_cast<int>(mhz * 1000); };
  switch (which) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
      return gpu.cc_major();
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
      return gpu.cc_minor();
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
      return static_cast<int>(gpu.sms);
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
      return static_cast<int>(gpu.l2_bytes);
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:
      return kilohertz(gpu.clocks.max_mhz);
    case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE:
      return kilohertz(gpu.memory.clock_mhz);
    case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH:
      return static_cast<int>(gpu.memory.bus_bits);
    case CU_DEVICE_ATTRIBUTE_ECC_ENABLED:
      return gpu.ecc && gpu.ecc->current ? 1 : 0;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE:
      return gpu.compute_mode == "exclusive_process" ? CU_COMPUTEMODE_EXCLUSIVE_PROCESS
             : gpu.compute_mode == "prohibited"      ? CU_COMPUTEMODE_PROHIBITED
                                                     : CU_COMPUTEMODE_DEFAULT;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:
      return threads_per_sm(gpu);
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
      return static_cast<int>(shared_bytes_per_sm(gpu) - reserved_shared_bytes);
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR:
      return static_cast<int>(shared_bytes_per_sm(gpu));
    default:
      return std::nullopt;
  }
}

std::optional<int> pci_part(const VirtualGpu& gpu, CUdevice_attribute which) {
  unsigned domain = 0, bus = 0, slot = 0;
  if (std::sscanf(gpu.pci.address.c_str(), "%x:%x:%x", &domain, &bus, &slot) != 3) return {};
  switch (which) {
    case CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID:
      return static_cast<int>(domain);
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID:
      return static_cast<int>(bus);
    case CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID:
      return static_cast<int>(slot);
    default:
      return std::nullopt;
  }
}

}  // namespace

int threads_per_sm(const VirtualGpu& gpu) {
  switch (capability_of(gpu)) {
    case 75:
      return 1024;
    case 86:
    case 87:
    case 89:
    case 120:
    case 121:
      return 1536;
    default:
      return 2048;
  }
}

std::size_t shared_bytes_per_sm(const VirtualGpu& gpu) {
  switch (capability_of(gpu)) {
    case 75:
      return std::size_t{64} << 10;
    case 80:
    case 87:
      return std::size_t{164} << 10;
    case 86:
    case 89:
    case 120:
    case 121:
      return std::size_t{100} << 10;
    default:
      return std::size_t{228} << 10;
  }
}

CUDA_FUNCTION cuDeviceGetAttribute(int* out, CUdevice_attribute which, CUdevice place) {
  return answer(__func__, [&] {
    const auto* device = Machine::get().device(place);
    if (!device) return CUDA_ERROR_INVALID_DEVICE;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    auto value = fixed_limit(which);
    if (!value) value = of_scenario(*device->facts, which);
    if (!value) value = pci_part(*device->facts, which);
    if (!value) {
      std::fprintf(stderr, "vgpu: device attribute %d is not modelled\n", static_cast<int>(which));
      return CUDA_ERROR_NOT_SUPPORTED;
    }
    *out = *value;
    return CUDA_SUCCESS;
  });
}

}  // namespace gpuproof::vgpu::driver
