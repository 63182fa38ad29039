// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Network adapters of a snapshot, and how a person finds them.
#pragma once

#include <vector>

#include "harness/checks/check.h"

namespace gpuproof {

inline std::vector<const NetworkLink*> adapters(const Snapshot& snapshot) {
  std::vector<const NetworkLink*> adapters;
  if (snapshot.network.links)
    for (const auto& link : *snapshot.network.links)
      if (link.is_physical) adapters.push_back(&link);
  return adapters;
}

inline const NetworkLink* same_adapter(const Snapshot* before, const NetworkLink& link) {
  if (before)
    for (const auto* earlier : adapters(*before))
      if (earlier->name == link.name) return earlier;
  return nullptr;
}

inline Subject subject_of(const NetworkLink& link) {
  return {
      .kind = "network adapter", .place = link.name, .pci_address = link.pci_address.value_or("")};
}

// False, with one item that says so, where there is no adapter to judge.
inline bool has_adapters(CheckContext& c) {
  if (!c.readable(c.now.network.links, c.machine())) return false;
  if (!adapters(c.now).empty()) return true;
  c.skip(SkipKind::not_applicable, c.machine(), {.observed = "no network adapter"});
  return false;
}

}  // namespace gpuproof
