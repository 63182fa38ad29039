// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Modes of operation.
#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {
namespace {

int mig(const Gpu& gpu) { return gpu.facts->mig_mode == "enabled"; }

struct ConfComputeState {
  unsigned environment, feature, dev_tools;
};

}  // namespace

NVML_FUNCTION nvmlDeviceGetMigMode(Device device, unsigned* is, unsigned* pending) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!gpu.facts->mig_mode) return absent;
    const auto result = put(is, mig(gpu));
    return result != success ? result : put(pending, mig(gpu));
  });
}
NVML_FUNCTION nvmlDeviceGetMaxMigDeviceCount(Device device, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, gpu.facts->mig_mode ? 7 : 0); });
}
NVML_FUNCTION nvmlDeviceGetMigDeviceHandleByIndex(Device device, unsigned, Device*) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return gpu.facts->mig_mode ? not_found : absent; });
}
NVML_FUNCTION nvmlDeviceGetComputeMode(Device device, int* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto& mode = gpu.facts->compute_mode;
    return put(out, mode == "exclusive_process" ? 3 : mode == "prohibited" ? 2 : 0);
  });
}
NVML_FUNCTION nvmlDeviceGetPersistenceMode(Device device, int* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, gpu.facts->persistence); });
}
NVML_FUNCTION nvmlDeviceGetVirtualizationMode(Device device, int* out) {
  return answer(__func__, device, [&](const Gpu&) -> Return { return put(out, 0); });
}
NVML_FUNCTION nvmlDeviceGetAddressingMode(Device device, void*) {
  return answer(__func__, device, [&](const Gpu&) -> Return { return absent; });
}
NVML_FUNCTION nvmlSystemGetConfComputeState(ConfComputeState* out) {
  return answer(__func__, [&]() -> Return { return put(out, ConfComputeState{}); });
}

}  // namespace gpuproof::vgpu::nvml
