// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whom a profile is for: PCI ids first, then name and memory size, then board and system.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "harness/base/text.h"
#include "harness/expect/resolve.h"

namespace gpuproof {
namespace {

bool is_hex(std::uint32_t value, const std::optional<std::string>& wanted) {
  return !wanted || to_uint(*wanted, 16) == value;
}

bool within_3_percent(double value, double wanted) {
  return std::fabs(value - wanted) <= 0.03 * wanted;
}

const GpuDevice* named(const Snapshot& snapshot, const std::string& address) {
  if (snapshot.gpu.devices)
    for (const auto& gpu : *snapshot.gpu.devices)
      if (gpu.pci_address == address) return &gpu;
  return nullptr;
}

bool pci_fits(const ProfileMatch& match, const PciDevice& device) {
  if (!is_hex(device.vendor, match.pci_vendor) || !is_hex(device.device, match.pci_device))
    return false;
  return !match.pci_subsystem ||
         (device.subsystem_device && is_hex(*device.subsystem_device, match.pci_subsystem));
}

// A name or size that is asked for and unknown does not match: an unknown GPU falls to no profile.
bool nvml_fits(const ProfileMatch& match, const GpuDevice* gpu) {
  if (!match.gpu_name && !match.memory_mib) return true;
  if (!gpu || (match.gpu_name && !glob_match(*match.gpu_name, gpu->name))) return false;
  return !match.memory_mib ||
         (gpu->memory_bytes && within_3_percent(static_cast<double>(*gpu->memory_bytes) / 1048576.0,
                                                static_cast<double>(*match.memory_mib)));
}

bool asks_for_gpu(const ProfileMatch& match) {
  return match.pci_vendor || match.pci_device || match.pci_subsystem || match.gpu_name ||
         match.memory_mib;
}

bool some_gpu_fits(const ProfileMatch& match, const Snapshot& snapshot) {
  if (!asks_for_gpu(match)) return true;
  if (!snapshot.pci.devices) return false;
  return std::any_of(snapshot.pci.devices->begin(), snapshot.pci.devices->end(),
                     [&](const auto& device) {
                       return is_nvidia_gpu(device) && pci_fits(match, device) &&
                              nvml_fits(match, named(snapshot, device.address));
                     });
}

bool text_fits(const std::optional<std::string>& wanted, const Fact<std::string>& found) {
  return !wanted || (found && glob_match(*wanted, *found));
}

bool machine_fits(const ProfileMatch& match, const Snapshot& snapshot) {
  Fact<std::string> system, board;
  if (snapshot.smbios && snapshot.smbios->system) system = snapshot.smbios->system->product;
  if (snapshot.smbios && snapshot.smbios->board) board = snapshot.smbios->board->product;
  return text_fits(match.system_product, system) && text_fits(match.board_product, board) &&
         text_fits(match.cpu_model, snapshot.cpu.model_name);
}

// How much a match asks for; 0 where it asks for nothing and so names nobody.
int specificity(const ProfileMatch& m) {
  return m.pci_vendor.has_value() + m.pci_device.has_value() + m.pci_subsystem.has_value() +
         m.gpu_name.has_value() + m.memory_mib.has_value() + m.system_product.has_value() +
         m.board_product.has_value() + m.cpu_model.has_value();
}

int best_match(const Profile& profile, const Snapshot& snapshot) {
  int best = 0;
  for (const auto& match : profile.match)
    if (some_gpu_fits(match, snapshot) && machine_fits(match, snapshot))
      best = std::max(best, specificity(match));
  return best;
}

}  // namespace

std::vector<const Profile*> matching_profiles(const std::vector<Profile>& shipped,
                                              const Snapshot& snapshot) {
  // A profile of the whole machine says more than one of its GPUs.
  for (const std::string kind : {"machine", "gpu"}) {
    int best = 0;
    std::vector<const Profile*> found;
    for (const auto& profile : shipped) {
      const int match = profile.kind == kind ? best_match(profile, snapshot) : 0;
      if (match == 0 || match < best) continue;
      if (match > best) found.clear();
      best = match;
      found.push_back(&profile);
    }
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace gpuproof
