// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Causes that other items prove: a slow copy over half a link is one fault, not two.
#include <algorithm>
#include <array>

#include "harness/judge/items.h"

namespace gpuproof {
namespace {

// A slow figure of these families ...
struct Chain {
  std::string_view metrics;
  std::array<std::string_view, 4> causes;  // ... hangs on these checks of the same part
};
constexpr Chain chains[] = {
    {"transfer/*", {"pcie/link_width", "pcie/link_speed", "pcie/link", "pcie/path"}},
    {"peer/*", {"pcie/link_width", "pcie/link_speed", "pcie/link", "pcie/path"}},
    {"storage/*", {"storage/link", "pcie/link_width", "pcie/link_speed", "pcie/path"}},
    {"host/*", {"memory/channels", "memory/speed", "memory/dimm_count", "cpu/clock"}},
};

bool same_part(const Item& a, const Item& b) {
  const auto& x = a.subject;
  const auto& y = b.subject;
  if (!x.pci_address.empty() && !y.pci_address.empty()) return x.pci_address == y.pci_address;
  if (x.kind == "machine") return y.kind == "machine" || y.kind == "DIMM" || y.kind == "CPU";
  return x == y;
}

bool is_bad(const Item& item) {
  return item.outcome == Outcome::fail || item.outcome == Outcome::warn;
}

const Item* cause_of(const Item& slow, const std::vector<Item>& items, const Chain& chain) {
  for (const auto name : chain.causes)
    for (const auto& item : items)
      if (is_bad(item) && Key::parse(item.key).name == name && same_part(slow, item)) return &item;
  return nullptr;
}

}  // namespace

void attribute(const RunView&, std::vector<Item>& items) {
  for (auto& item : items) {
    if (!item.judged || !is_bad(item)) continue;
    const auto key = Key::parse(item.key);
    for (const auto& chain : chains) {
      if (!key.matches(chain.metrics)) continue;
      const auto* cause = cause_of(item, items, chain);
      if (!cause) continue;
      item.cause = "same cause as " + cause->key + ": " + cause->finding;
      item.evidence.push_back(cause->key + ": " + cause->observed);
      item.remedy = cause->remedy.empty() ? item.remedy : cause->remedy;
      item.who = cause->who;
    }
  }
}

}  // namespace gpuproof
