// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/storage/drive_link.h"

#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {

Link link_of(const Fact<double>& speed_gts, const Fact<int>& width) {
  return {speed_gts ? pcie_generation(*speed_gts) : 0, width.value_or(0)};
}

std::optional<Link> parse_link(std::string_view text) {
  const auto small = lower(text);
  Link link;
  for (const auto word : words(small)) {
    const bool generation = starts_with(word, "gen"), width = starts_with(word, "x");
    const auto number = to_int(word.substr(generation ? 3 : width ? 1 : word.size()));
    if (!number) return {};
    (generation ? link.generation : link.width) = static_cast<int>(*number);
  }
  if (link.generation == 0 && link.width == 0) return {};
  return link;
}

std::string text_of(const Link& link) {
  if (link.width == 0) return fmt::format("Gen{}", link.generation);
  if (link.generation == 0) return fmt::format("x{}", link.width);
  return fmt::format("Gen{} x{}", link.generation, link.width);
}

std::optional<BandwidthEvent> limit_in_log(const Snapshot& now, const PciDevice& drive) {
  if (!now.kernel_log) return {};
  for (const auto& line : now.kernel_log->lines) {
    if (line.earlier_boot) continue;
    const auto event = parse_bandwidth(line.text);
    if (event && event->device == drive.address && !event->limited_at.empty()) return event;
  }
  return {};
}

std::string text_of(const BandwidthEvent& event) {
  return fmt::format("kernel log: {:.2f} GB/s of {:.2f} GB/s, limited by the port {}",
                     event.available_gbs, event.capable_gbs, event.limited_at);
}

}  // namespace gpuproof
