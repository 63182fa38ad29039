// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/plan_gpus.h"

#include <algorithm>

#include "harness/checks/check.h"

namespace gpuproof {
namespace {

bool is_chosen(const std::vector<std::string>& chosen, const GpuDevice& gpu) {
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), gpu.pci_address) != chosen.end();
}

}  // namespace

std::vector<PlannedGpu> gpus_to_measure(const PlanInput& in) {
  std::vector<PlannedGpu> gpus;
  if (!in.snapshot.gpu.devices) return gpus;
  const auto addresses = gpu_addresses(in.snapshot);
  for (const auto& gpu : *in.snapshot.gpu.devices) {
    if (gpu.open_error || !is_chosen(in.request.gpus, gpu)) continue;
    const auto place = std::find(addresses.begin(), addresses.end(), gpu.pci_address);
    if (place == addresses.end()) continue;  // not on the bus: a matter of gpu/inventory
    gpus.push_back({std::to_string(place - addresses.begin()), gpu.pci_address, gpu.uuid});
  }
  std::sort(gpus.begin(), gpus.end(), [](auto& a, auto& b) { return a.address < b.address; });
  return gpus;
}

GpuModes gpu_modes(const Benchmark& benchmark, Suite suite, std::size_t gpus) {
  if (gpus == 1) return {.alone = true};
  return {.alone = suite == Suite::full || (suite == Suite::standard && benchmark.also_alone),
          .together = true};
}

}  // namespace gpuproof
