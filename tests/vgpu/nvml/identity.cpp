// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Who a GPU is.
#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {
namespace {

constexpr int brand_geforce = 5, brand_nvidia = 14;

bool is_geforce(const Gpu& gpu) { return gpu.facts->name.find("GeForce") != std::string::npos; }

// NVML_DEVICE_ARCH_*: Turing 6, Ampere 7, Ada 8, Hopper 9, Blackwell 10.
int architecture(const VirtualGpu& gpu) {
  if (gpu.compute_capability == "7.5") return 6;
  if (gpu.compute_capability == "8.9") return 8;
  return gpu.cc_major() == 8 ? 7 : gpu.cc_major() == 9 ? 9 : 10;
}

}  // namespace

NVML_FUNCTION nvmlDeviceGetName(Device device, char* out, unsigned length) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put_text(out, length, gpu.facts->name); });
}
NVML_FUNCTION nvmlDeviceGetUUID(Device device, char* out, unsigned length) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put_text(out, length, gpu.facts->uuid); });
}
NVML_FUNCTION nvmlDeviceGetSerial(Device device, char* out, unsigned length) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put_text_or_absent(out, length, gpu.facts->serial);
  });
}
NVML_FUNCTION nvmlDeviceGetBoardPartNumber(Device device, char* out, unsigned length) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put_text_or_absent(out, length, gpu.facts->part_number);
  });
}
NVML_FUNCTION nvmlDeviceGetVbiosVersion(Device device, char* out, unsigned length) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put_text_or_absent(out, length, gpu.facts->vbios);
  });
}
NVML_FUNCTION nvmlDeviceGetInforomImageVersion(Device device, char* out, unsigned length) {
  return answer(__func__, device, [&](const Gpu&) -> Return {
    return put_text_or_absent(out, length, std::optional<std::string>{});
  });
}
NVML_FUNCTION nvmlDeviceGetGspFirmwareVersion(Device device, char* out) {
  return answer(__func__, device, [&](const Gpu&) -> Return {
    return put_text(out, 64, Session::get().scenario().driver.version);
  });
}
NVML_FUNCTION nvmlDeviceGetBoardId(Device device, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, (gpu.index + 1) << 8); });
}
NVML_FUNCTION nvmlDeviceGetModuleId(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return gpu.facts->nvlink ? put(out, gpu.index + 1) : absent;
  });
}
NVML_FUNCTION nvmlDeviceGetMinorNumber(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return { return put(out, gpu.index); });
}
NVML_FUNCTION nvmlDeviceGetBrand(Device device, int* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put(out, is_geforce(gpu) ? brand_geforce : brand_nvidia);
  });
}
NVML_FUNCTION nvmlDeviceGetArchitecture(Device device, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, architecture(*gpu.facts)); });
}
NVML_FUNCTION nvmlDeviceGetCudaComputeCapability(Device device, int* out_major, int* out_minor) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto result = put(out_major, gpu.facts->cc_major());
    return result != success ? result : put(out_minor, gpu.facts->cc_minor());
  });
}
NVML_FUNCTION nvmlDeviceGetNumGpuCores(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto rate = gpu.facts->rates.find("fma.fp32");
    if (rate == gpu.facts->rates.end()) return absent;
    return put(out, gpu.facts->sms * rate->second.per_clock_sm / 2);
  });
}

}  // namespace gpuproof::vgpu::nvml
