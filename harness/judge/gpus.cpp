// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/gpus.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/checks/check.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

// As the checks see it: the same rule decides there which GPUs are looked at.
bool is_wanted(const Plan& plan, const Profile& profile, const Snapshot& snapshot,
               const GpuSeen& gpu) {
  GpuView view{.address = gpu.address, .device = snapshot.pci.find(gpu.address)};
  if (snapshot.gpu.devices)
    for (const auto& facts : *snapshot.gpu.devices)
      if (facts.pci_address == gpu.address) view.facts = &facts;
  return counts_for_run(snapshot, &profile, plan.gpus, view);
}

std::vector<GpuSeen> list(const Snapshot& snapshot) {
  std::vector<GpuSeen> gpus;
  for (const auto* device : nvidia_gpus(snapshot)) gpus.push_back({.address = device->address});
  const bool bus_speaks = !gpus.empty();
  if (snapshot.gpu.devices)
    for (const auto& device : *snapshot.gpu.devices) {
      auto at = std::find_if(gpus.begin(), gpus.end(),
                             [&](auto& gpu) { return gpu.address == device.pci_address; });
      if (at == gpus.end() && bus_speaks) continue;
      if (at == gpus.end()) at = gpus.insert(gpus.end(), {.address = device.pci_address});
      at->uuid = device.uuid;
      at->name = device.name;
    }
  std::sort(gpus.begin(), gpus.end(), [](auto& a, auto& b) { return a.address < b.address; });
  for (std::size_t i = 0; i < gpus.size(); ++i) gpus[i].index = std::to_string(i);
  return gpus;
}

// A card may move to another slot between boots but never changes its UUID.
bool same(const GpuSeen& a, const GpuSeen& b) {
  return !a.uuid.empty() && !b.uuid.empty() ? a.uuid == b.uuid : a.address == b.address;
}

// A device that answers with all ones hangs on the bus without being there.
bool answers(const Snapshot& snapshot, const std::string& address) {
  const auto* device = snapshot.pci.find(address);
  return !device || !device->config_all_ones.is(true);
}

}  // namespace

std::string GpuCount::headline() const {
  if (known()) return fmt::format("{} of {} GPU{}", found, *expected, *expected == 1 ? "" : "s");
  return fmt::format("{} of an unknown number of GPUs", found);
}

GpuCount count_gpus(const Plan& plan, const Profile& profile, const Snapshot& before,
                    const Snapshot& now) {
  GpuCount count{
      .gpus = list(before), .expected = plan.expected_gpus, .origin = plan.expected_gpus_origin};
  const auto present = list(now);
  for (auto& gpu : count.gpus) {
    gpu.under_test = is_wanted(plan, profile, before, gpu);
    gpu.present =
        answers(now, gpu.address) &&
        std::any_of(present.begin(), present.end(), [&](auto& other) { return same(gpu, other); });
    if (gpu.under_test && gpu.present) ++count.found;
    if (!gpu.under_test)
      count.extra.push_back(fmt::format("GPU {} at {}, not judged",
                                        gpu.name.empty() ? "of unknown model" : gpu.name,
                                        gpu.address));
  }
  return count;
}

}  // namespace gpuproof
