// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/gpus.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

// What names a model: a glob over the NVML name, or vendor:device in hex.
struct ModelPattern {
  std::optional<std::string> name, pci_id;
};

std::vector<ModelPattern> models_of(const Profile& profile) {
  std::vector<ModelPattern> models;
  if (profile.kind != "machine") return models;
  for (const auto& part : profile.parts)
    if (part.kind == "gpu" && (part.model || part.pci_id))
      models.push_back({part.model, part.pci_id});
  if (!profile.gpu_profile) return models;
  for (const auto& shipped : shipped_profiles())
    if (shipped.id == *profile.gpu_profile)
      for (const auto& match : shipped.match)
        models.push_back(
            {match.gpu_name, match.pci_vendor && match.pci_device
                                 ? std::optional(*match.pci_vendor + ":" + *match.pci_device)
                                 : std::nullopt});
  return models;
}

std::string pci_id(const Snapshot& snapshot, const std::string& address) {
  const auto* device = snapshot.pci.find(address);
  return device ? fmt::format("{:04x}:{:04x}", device->vendor, device->device) : "";
}

bool fits(const ModelPattern& model, const GpuSeen& gpu, const Snapshot& snapshot) {
  if (model.pci_id && !glob_match(lower(*model.pci_id), pci_id(snapshot, gpu.address)))
    return false;
  // Without a driver there is no name; the id alone then decides, or nothing speaks against it.
  return !model.name || gpu.name.empty() || glob_match(*model.name, gpu.name);
}

bool chosen(const std::vector<std::string>& gpus, const GpuSeen& gpu) {
  return gpus.empty() || std::any_of(gpus.begin(), gpus.end(), [&](const auto& name) {
           return name == gpu.address || name == gpu.uuid || name == gpu.index;
         });
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
  const auto models = models_of(profile);
  const auto present = list(now);
  for (auto& gpu : count.gpus) {
    const bool wanted = models.empty()
                            ? chosen(plan.gpus, gpu)
                            : std::any_of(models.begin(), models.end(),
                                          [&](auto& model) { return fits(model, gpu, before); });
    gpu.under_test = wanted;
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
