// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The PCI address and the link.
#include "tests/vgpu/nvml/pci_info.h"

#include <cstdio>
#include <cstring>

#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {

PciInfo pci_info(const PciIdentity& pci) {
  PciInfo info{};
  unsigned function = 0;
  std::sscanf(pci.address.c_str(), "%x:%x:%x.%x", &info.domain, &info.bus, &info.device, &function);
  info.device_id = pci.device << 16 | pci.vendor;
  info.subsystem_id = pci.subsystem_device << 16 | pci.subsystem_vendor;
  std::snprintf(info.bus_id_legacy, sizeof info.bus_id_legacy, "%04X:%02X:%02X.%X",
                info.domain & 0xffff, info.bus & 0xff, info.device & 0xff, function & 0xf);
  std::snprintf(info.bus_id, sizeof info.bus_id, "%08X:%02X:%02X.%X", info.domain, info.bus,
                info.device, function);
  return info;
}

NVML_FUNCTION nvmlDeviceGetPciInfo_v3(Device device, PciInfo* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!out) return invalid_argument;
    *out = pci_info(gpu.facts->pci);
    return success;
  });
}
NVML_FUNCTION nvmlDeviceGetPciInfoExt(Device device, PciInfoExt* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!out) return invalid_argument;
    if (out->version != version_word(sizeof *out, 1)) return version_mismatch;
    const auto info = pci_info(gpu.facts->pci);
    *out = {out->version,      info.domain, info.bus, info.device, info.device_id,
            info.subsystem_id, 3,           2,        {}};
    std::memcpy(out->bus_id, info.bus_id, sizeof out->bus_id);
    return success;
  });
}
NVML_FUNCTION nvmlDeviceGetCurrPcieLinkGeneration(Device device, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, now(gpu).pcie_generation); });
}
NVML_FUNCTION nvmlDeviceGetCurrPcieLinkWidth(Device device, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, now(gpu).pcie_width); });
}
NVML_FUNCTION nvmlDeviceGetMaxPcieLinkGeneration(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put(out, gpu.facts->pcie.generation_load());
  });
}
NVML_FUNCTION nvmlDeviceGetMaxPcieLinkWidth(Device device, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, gpu.facts->pcie.width_max); });
}
NVML_FUNCTION nvmlDeviceGetGpuMaxPcieLinkGeneration(Device device, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, gpu.facts->pcie.generation_max); });
}
NVML_FUNCTION nvmlDeviceGetPcieSpeed(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    constexpr unsigned mbps[] = {0, 2500, 5000, 8000, 16000, 32000, 64000};
    return put(out, mbps[now(gpu).pcie_generation]);
  });
}
NVML_FUNCTION nvmlDeviceGetPcieReplayCounter(Device device, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, gpu.facts->pcie.replays); });
}
NVML_FUNCTION nvmlDeviceGetPcieThroughput(Device device, int, unsigned* out) {
  return answer(__func__, device, [&](const Gpu&) -> Return { return put(out, 0); });
}
NVML_FUNCTION nvmlDeviceGetNumaNodeId(Device device, unsigned*) {
  return answer(__func__, device, [&](const Gpu&) -> Return {
    return absent; /* only where GPU memory is a node of its own */
  });
}

}  // namespace gpuproof::vgpu::nvml
