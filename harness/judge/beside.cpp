// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Figures that nothing is expected of, seen beside a figure of the same run.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "harness/base/text.h"
#include "harness/judge/items.h"
#include "harness/judge/metric.h"

namespace gpuproof {
namespace {

constexpr double like_alone = 0.8;   // less of the figure alone, and parts share something narrow
constexpr double even_share = 0.75;  // of the faster direction

void doubt(Item& item, const std::string& what, const std::string& cause) {
  item.outcome = Outcome::warn;
  item.skip = SkipKind::none;
  item.cause = cause;
  item.finding = fmt::format("{}: {} measured {}, {}; {}.", item.subject.text(), item.key,
                             item.observed, what, cause);
}

const Item* alone(const std::vector<Item>& items, Key key) {
  key.labels["mode"] = "alone";
  const auto with_mode = key.text();
  key.labels.erase("mode");
  const auto without = key.text();
  for (const auto& item : items)
    if (item.figure && (item.key == with_mode || item.key == without)) return &item;
  return nullptr;
}

// The nearest port that this drive and another drive measured together with it hang on.
std::string shared_port(const RunView& view, const Item& item, const std::vector<Item>& items) {
  const auto* own = view.now.pci.find(item.subject.pci_address);
  if (!own) return {};
  for (const auto& other : items) {
    const auto* device = view.now.pci.find(other.subject.pci_address);
    if (!device || device == own || !other.figure) continue;
    const auto theirs = ports_above(view.now, *device);
    for (const auto* port : ports_above(view.now, *own))
      if (std::find(theirs.begin(), theirs.end(), port) != theirs.end()) return port->address;
  }
  return {};
}

void compare_with_alone(const RunView& view, Item& item, const std::vector<Item>& items) {
  const auto key = Key::parse(item.key);
  const auto mode = key.labels.find("mode");
  if (mode == key.labels.end() || mode->second != "together") return;
  const auto* single = alone(items, key);
  if (!single || !(item.figure->value < like_alone * single->figure->value)) return;
  const auto port = shared_port(view, item, items);
  doubt(item,
        fmt::format("{:.0f} % of the {} it gives alone",
                    100 * item.figure->value / single->figure->value,
                    with_unit(single->figure->value, single->figure->unit)),
        port.empty() ? "the parts measured together share something narrower than all of them"
                     : "they share the uplink of port " + port);
}

std::optional<double> condition(const RunView& view, const std::string& key,
                                const std::string& name) {
  for (const auto& line : view.run.journal.lines) {
    if (!line.result) continue;
    for (const auto& figure : line.result->metrics)
      if (figure.key == key && line.result->conditions.contains(name))
        return first_number(line.result->conditions.at(name));
  }
  return std::nullopt;
}

void compare_directions(const RunView& view, Item& item) {
  if (!Key::parse(item.key).name.ends_with("/bidirectional")) return;
  const auto up = condition(view, item.key, "h2d_gbs"), down = condition(view, item.key, "d2h_gbs");
  if (!up || !down || !(std::min(*up, *down) < even_share * std::max(*up, *down))) return;
  doubt(item,
        fmt::format("of which to the device {} and from it {}", with_unit(*up, item.figure->unit),
                    with_unit(*down, item.figure->unit)),
        "the directions share the link unevenly, which its siblings can confirm");
}

}  // namespace

void compare_beside(const RunView& view, std::vector<Item>& items) {
  for (auto& item : items) {
    if (!item.figure || item.skip != SkipKind::no_expectation) continue;
    compare_with_alone(view, item, items);
    compare_directions(view, item);
  }
}

}  // namespace gpuproof
