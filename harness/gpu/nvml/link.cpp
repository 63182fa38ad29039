// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The PCIe link and NVLinks of a GPU.
#include "harness/gpu/nvml/device_facts.h"

namespace gpuproof {
namespace {

Fact<int> small(const Fact<unsigned>& fact) {
  return fact_from<int>(fact, [](unsigned value) { return static_cast<int>(value); });
}

Fact<std::uint64_t> errors(const NvmlDevice& gpu, unsigned link, NvmlLinkError kind) {
  return fact_from<std::uint64_t>(
      gpu.ask<unsigned long long>(gpu.fn.nvmlDeviceGetNvLinkErrorCounter, link, int{kind}),
      [](unsigned long long count) { return std::uint64_t{count}; });
}

NvLink link_facts(const NvmlDevice& gpu, unsigned link, const Fact<int>& active) {
  NvLink facts{.link = static_cast<int>(link)};
  facts.state = fact_from<std::string>(
      active, [](int on) { return std::string(on ? "active" : "inactive"); });
  facts.crc_errors = errors(gpu, link, nvml_link_crc);
  facts.replay_errors = errors(gpu, link, nvml_link_replay);
  facts.recovery_errors = errors(gpu, link, nvml_link_recovery);
  return facts;
}

}  // namespace

void read_link(const NvmlDevice& gpu, GpuDevice& facts) {
  facts.pcie_generation_max =
      small(gpu.ask<unsigned>(gpu.fn.nvmlDeviceGetMaxPcieLinkGeneration));
  facts.pcie_generation_device_max =
      small(gpu.ask<unsigned>(gpu.fn.nvmlDeviceGetGpuMaxPcieLinkGeneration));
  facts.pcie_width_max = small(gpu.ask<unsigned>(gpu.fn.nvmlDeviceGetMaxPcieLinkWidth));
  facts.pcie_replays = fact_from<std::uint64_t>(
      gpu.ask<unsigned>(gpu.fn.nvmlDeviceGetPcieReplayCounter),
      [](unsigned count) { return std::uint64_t{count}; });
}

// How many links there are is told by where the answers end; GPUs without any end at the first.
void read_nvlinks(const NvmlDevice& gpu, GpuDevice& facts) {
  const auto& function = gpu.fn.nvmlDeviceGetNvLinkState;
  std::vector<NvLink> links;
  for (unsigned link = 0; link < nvml_most_links; ++link) {
    int active = 0;
    const auto status = gpu.call(function, gpu.handle, link, &active);
    if (status == NVML_ERROR_NOT_SUPPORTED || status == NVML_ERROR_INVALID_ARGUMENT) break;
    auto state = nvml_fact(function.name(), status, active);
    if (links.empty() && state.is_unreadable()) {
      facts.nvlinks = Fact<std::vector<NvLink>>::unreadable(state.why());
      return;
    }
    links.push_back(link_facts(gpu, link, state));
  }
  if (!links.empty()) facts.nvlinks = std::move(links);
}

}  // namespace gpuproof
