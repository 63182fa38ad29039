// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Generation and width of a drive's link, as facts, profiles and the kernel log give them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/facts/log_events.h"
#include "harness/facts/snapshot.h"

namespace gpuproof {

struct Link {
  int generation = 0, width = 0;  // 0: not told
};

Link link_of(const Fact<double>& speed_gts, const Fact<int>& width);
// "Gen4 x4" as profiles write it; one of both may be missing.
std::optional<Link> parse_link(std::string_view);
std::string text_of(const Link&);

// The kernel's own line of the boot about the narrowest link above the drive.
std::optional<BandwidthEvent> limit_in_log(const Snapshot&, const PciDevice& drive);
std::string text_of(const BandwidthEvent&);

}  // namespace gpuproof
