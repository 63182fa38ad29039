// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Who a GPU is, and what it is partitioned into.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/gpu/nvml/device_facts.h"

namespace gpuproof {
namespace {

Fact<std::string> compute_capability(const NvmlDevice& gpu) {
  int major = 0, minor = 0;
  const auto& function = gpu.fn.nvmlDeviceGetCudaComputeCapability;
  const auto status = gpu.call(function, gpu.handle, &major, &minor);
  return nvml_fact(function.name(), status, fmt::format("{}.{}", major, minor));
}

Fact<std::string> mig_mode(const NvmlDevice& gpu) {
  unsigned current = 0, pending = 0;
  const auto& function = gpu.fn.nvmlDeviceGetMigMode;
  const auto status = gpu.call(function, gpu.handle, &current, &pending);
  std::string mode = current ? "enabled" : "disabled";
  if (current != pending) mode += pending ? ", enabled after a reset" : ", disabled after a reset";
  return nvml_fact(function.name(), status, mode);
}

Fact<int> mig_instances(const NvmlDevice& gpu) {
  const auto most = gpu.ask<unsigned>(gpu.fn.nvmlDeviceGetMaxMigDeviceCount);
  if (!most) return fact_from<int>(most, [](unsigned) { return 0; });
  int found = 0;
  for (unsigned i = 0; i < *most; ++i)
    if (gpu.ask<nvmlDevice_t>(gpu.fn.nvmlDeviceGetMigDeviceHandleByIndex, i)) ++found;
  return found;
}

}  // namespace

std::string pci_address_text(const char* bus_id) {
  auto text = lower(bus_id);
  const auto colon = text.find(':');
  return colon == 8 ? text.substr(4) : text;
}

void read_identity(const NvmlDevice& gpu, GpuDevice& facts) {
  facts.name = gpu.ask_text(gpu.fn.nvmlDeviceGetName).value_or("");
  facts.uuid = gpu.ask_text(gpu.fn.nvmlDeviceGetUUID).value_or("");
  if (const auto pci = gpu.ask<nvmlPciInfo_t>(gpu.fn.nvmlDeviceGetPciInfo_v3))
    facts.pci_address = pci_address_text(pci->busId);
  facts.serial = gpu.ask_text(gpu.fn.nvmlDeviceGetSerial);
  facts.vbios = gpu.ask_text(gpu.fn.nvmlDeviceGetVbiosVersion);
  facts.compute_capability = compute_capability(gpu);
  facts.mig_mode = mig_mode(gpu);
  if (starts_with(facts.mig_mode.value_or(""), "enabled")) facts.mig_instances = mig_instances(gpu);
}

}  // namespace gpuproof
