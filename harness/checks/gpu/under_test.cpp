// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/gpu/under_test.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/gpu/driver_state.h"

namespace gpuproof {
namespace {

struct ModelPattern {
  std::optional<std::string> name, pci_id;  // glob over the NVML name; vendor:device
};

void add_models_of_profile(const Profile& profile, std::vector<ModelPattern>& models) {
  for (const auto& match : profile.match) {
    ModelPattern pattern{.name = match.gpu_name};
    if (match.pci_vendor && match.pci_device)
      pattern.pci_id = *match.pci_vendor + ":" + *match.pci_device;
    if (pattern.name || pattern.pci_id) models.push_back(std::move(pattern));
  }
}

std::vector<ModelPattern> models_of(const Profile* profile) {
  std::vector<ModelPattern> models;
  if (!profile || profile->kind != "machine") return models;
  for (const auto& part : profile->parts)
    if (part.kind == "gpu" && (part.model || part.pci_id))
      models.push_back({part.model, part.pci_id});
  if (profile->gpu_profile)
    for (const auto& shipped : shipped_profiles())
      if (shipped.id == *profile->gpu_profile) add_models_of_profile(shipped, models);
  return models;
}

bool fits(const ModelPattern& model, const GpuView& gpu) {
  const auto id =
      gpu.device ? fmt::format("{:04x}:{:04x}", gpu.device->vendor, gpu.device->device) : "";
  if (model.pci_id && !id.empty() && !glob_match(lower(*model.pci_id), id)) return false;
  // Without a driver a GPU has no name; nothing then speaks against it.
  return !model.name || gpu.name().empty() || glob_match(*model.name, gpu.name());
}

bool is_chosen(const std::vector<std::string>& chosen, const GpuView& gpu) {
  return chosen.empty() || std::any_of(chosen.begin(), chosen.end(), [&](const auto& name) {
           return name == gpu.address || (gpu.facts && name == gpu.facts->uuid);
         });
}

// A container sees the host's whole bus, and in NVML the GPUs that it was given.
bool given(const Snapshot& s, const GpuView& gpu) {
  return gpu.facts || !s.platform.container || !s.gpu.devices || s.gpu.devices->empty();
}

}  // namespace

bool counts_for_run(const Snapshot& snapshot, const Profile* profile,
                    const std::vector<std::string>& chosen, const GpuView& gpu) {
  if (!given(snapshot, gpu)) return false;
  const auto models = models_of(profile);
  if (models.empty()) return is_chosen(chosen, gpu);
  return std::any_of(models.begin(), models.end(), [&](const auto& m) { return fits(m, gpu); });
}

Labels gpu_labels(const CheckContext& c, const std::string& address) {
  const auto index = c.gpu_index(address);
  return index.empty() ? Labels{{"device", address}} : Labels{{"gpu", index}};
}

std::vector<GpuView> gpus_of(const CheckContext& c, const Snapshot& snapshot) {
  std::vector<GpuView> gpus;
  for (const auto* device : nvidia_gpus(snapshot))
    gpus.push_back({.address = device->address, .device = device, .subject = c.subject(*device)});
  if (snapshot.gpu.devices)
    for (const auto& facts : *snapshot.gpu.devices) {
      const auto known = std::find_if(gpus.begin(), gpus.end(), [&](const auto& gpu) {
        return gpu.address == facts.pci_address;
      });
      if (known != gpus.end())
        known->facts = &facts;
      else
        gpus.push_back({.address = facts.pci_address, .facts = &facts});
    }
  for (auto& gpu : gpus) {
    gpu.labels = gpu_labels(c, gpu.address);
    if (gpu.facts) {
      gpu.subject = c.subject(*gpu.facts);
      gpu.subject.model = gpu.facts->name;
      gpu.subject.uuid = gpu.facts->uuid;
    }
  }
  std::sort(gpus.begin(), gpus.end(), [](auto& a, auto& b) { return a.address < b.address; });
  for (auto& gpu : gpus)
    gpu.counted = counts_for_run(snapshot, c.input.profile, c.input.gpus, gpu);
  return gpus;
}

std::vector<GpuView> gpus_under_test(const CheckContext& c) {
  auto gpus = gpus_of(c, c.now);
  gpus.erase(std::remove_if(gpus.begin(), gpus.end(), [](auto& gpu) { return !gpu.counted; }),
             gpus.end());
  return gpus;
}

GpuPresence gpu_presence(const CheckContext& c) {
  const auto shows = [](const Snapshot& s) {
    return !nvidia_gpus(s).empty() || (s.gpu.devices && !s.gpu.devices->empty());
  };
  if (shows(c.now) || (c.input.before && shows(*c.input.before))) return GpuPresence::some;
  // In WSL the bus shows a paravirtual adapter, never the GPU.
  if (c.now.platform.wsl.is(true) && (c.now.gpu.cuda_result || c.now.gpu.nvml_result))
    return GpuPresence::some;
  return c.now.pci.devices.is_unreadable() ? GpuPresence::unknown : GpuPresence::none;
}

bool has_gpus(CheckContext& c) {
  switch (gpu_presence(c)) {
    case GpuPresence::some:
      return true;
    case GpuPresence::unknown:
      c.skip(SkipKind::not_observable, c.machine(),
             {.observed = "the PCI bus cannot be read: " + c.now.pci.devices.why()});
      return false;
    case GpuPresence::none:
      break;
  }
  c.skip(SkipKind::not_applicable, c.machine(), {.observed = "no NVIDIA GPU on the PCI bus"});
  return false;
}

std::vector<GpuView> described_gpus(CheckContext& c) {
  if (gpu_presence(c) != GpuPresence::some) return {};
  if (!c.now.gpu.devices) {
    if (const auto fault = driver_fault(c.now))
      c.skip(SkipKind::unavailable, c.machine(),
             {.observed = "not known while the NVIDIA driver does not work",
              .cause = fault->cause,
              .remedy = fault->remedy,
              .who = fault->who});
    else if (c.now.gpu.devices.is_unreadable())
      c.skip(SkipKind::not_observable, c.machine(),
             {.observed = "NVML did not answer: " + c.now.gpu.devices.why()});
    else
      c.skip(SkipKind::unavailable, c.machine(),
             {.observed = "NVML was not asked: this build has no CUDA"});
    return {};
  }
  auto gpus = gpus_under_test(c);
  gpus.erase(std::remove_if(gpus.begin(), gpus.end(),
                            [](auto& gpu) { return !gpu.facts || gpu.facts->open_error; }),
             gpus.end());
  return gpus;
}

}  // namespace gpuproof
