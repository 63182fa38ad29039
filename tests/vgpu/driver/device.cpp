// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Which devices there are, and what they are.
#include <strings.h>

#include <cstdio>
#include <cstring>

#include "tests/vgpu/driver/call.h"

namespace gpuproof::vgpu::driver {
namespace {

using DeviceBody = std::function<CUresult(const VirtualGpu&)>;

CUresult answer_of_device(const char* call, CUdevice place, const DeviceBody& body) {
  return answer(call, [&] {
    const auto* device = Machine::get().device(place);
    return device ? body(*device->facts) : CUDA_ERROR_INVALID_DEVICE;
  });
}

constexpr const char* digits_of_hex = "0123456789abcdef";

// "GPU-5f1c7a10-0d3e-..." to 16 bytes.
bool parse_uuid(const std::string& text, CUuuid& out) {
  std::size_t digits = 0;
  unsigned char bytes[16] = {};
  for (const char c : text.substr(std::strlen("GPU-"))) {
    if (c == '-') continue;
    const auto* at = std::strchr(digits_of_hex, c);
    if (!at || digits == 32) return false;
    const auto value = static_cast<unsigned char>(at - digits_of_hex);
    bytes[digits / 2] = static_cast<unsigned char>(bytes[digits / 2] << 4 | value);
    ++digits;
  }
  std::memcpy(out.bytes, bytes, sizeof bytes);
  return digits == 32;
}

CUresult device_uuid(const char* call, CUuuid* out, CUdevice device) {
  return answer_of_device(call, device, [&](const VirtualGpu& gpu) {
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    return parse_uuid(gpu.uuid, *out) ? CUDA_SUCCESS : CUDA_ERROR_UNKNOWN;
  });
}

CUresult put_text(char* out, int length, const std::string& text) {
  if (!out || length <= 0) return CUDA_ERROR_INVALID_VALUE;
  std::snprintf(out, static_cast<std::size_t>(length), "%s", text.c_str());
  return CUDA_SUCCESS;
}

}  // namespace

CUDA_FUNCTION cuDeviceGetCount(int* out) {
  return answer(__func__, [&] {
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    *out = static_cast<int>(Machine::get().devices().size());
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuDeviceGet(CUdevice* out, int ordinal) {
  return answer(__func__, [&] {
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (!Machine::get().device(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
    *out = ordinal;
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuDeviceGetName(char* out, int length, CUdevice device) {
  return answer_of_device(__func__, device,
                          [&](const VirtualGpu& gpu) { return put_text(out, length, gpu.name); });
}
CUDA_FUNCTION cuDeviceTotalMem(std::size_t* out, CUdevice device) {
  return answer_of_device(__func__, device, [&](const VirtualGpu& gpu) {
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    *out = gpu.memory.bytes - gpu.memory.reserved_bytes;
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuDeviceGetPCIBusId(char* out, int length, CUdevice device) {
  return answer_of_device(__func__, device, [&](const VirtualGpu& gpu) {
    return put_text(out, length, gpu.pci.address);
  });
}
CUDA_FUNCTION cuDeviceGetUuid(CUuuid* out, CUdevice device) {
  return device_uuid(__func__, out, device);
}
// Under its older name too.
#undef cuDeviceGetUuid
CUDA_FUNCTION cuDeviceGetUuid(CUuuid* out, CUdevice device) {
  return device_uuid(__func__, out, device);
}

}  // namespace gpuproof::vgpu::driver
