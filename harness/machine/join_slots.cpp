// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/join_slots.h"

#include <map>
#include <string>

namespace gpuproof {
namespace {

std::string without_function(const std::string& address) {
  return address.substr(0, address.rfind('.'));
}

std::map<std::string, std::string> smbios_labels(const SmbiosFacts& smbios) {
  std::map<std::string, std::string> labels;
  if (!smbios) return labels;
  for (const auto& slot : smbios->slots) {
    if (!slot.pci_address || slot.label.empty()) continue;
    const auto [entry, is_new] = labels.emplace(without_function(*slot.pci_address), slot.label);
    if (!is_new && entry->second != slot.label) entry->second.clear();
  }
  return labels;
}

// The device itself or the nearest port above it that carries a label.
Fact<std::string> label_of(const PciDevice& device, const PciFacts& pci,
                           const std::map<std::string, std::string>& own) {
  const PciDevice* at = &device;
  for (int depth = 0; at && depth < 32; ++depth) {  // a damaged tree may hold a circle
    const auto found = own.find(without_function(at->address));
    if (found != own.end() && !found->second.empty()) return found->second;
    if (at->slot) return at->slot;
    at = pci.find(at->parent);
  }
  return {};
}

}  // namespace

void join_slots(Snapshot& snapshot) {
  auto& pci = snapshot.pci;
  if (!pci.devices) return;
  const auto labels = smbios_labels(snapshot.smbios);
  std::vector<Fact<std::string>> slots;
  for (const auto& device : *pci.devices) slots.push_back(label_of(device, pci, labels));
  for (std::size_t i = 0; i < slots.size(); ++i) (*pci.devices)[i].slot = slots[i];
}

}  // namespace gpuproof
