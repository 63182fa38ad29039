// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Speed that the modules run at, against what they are rated for.
#include <fmt/core.h>

#include <algorithm>

#include "harness/checks/check.h"
#include "harness/facts/memory_channel.h"

namespace gpuproof {
namespace {

struct Speeds {
  int lowest = 0, highest = 0, rated = 0;  // MT/s; 0: not told
  bool above_rating = false;
  std::vector<std::string> slow;
};

Speeds speeds_of(const std::vector<const Dimm*>& dimms) {
  Speeds s;
  for (const auto* dimm : dimms) {
    const int now = dimm->configured_mts.value_or(0), rated = dimm->rated_mts.value_or(0);
    if (now <= 0) continue;
    s.lowest = s.lowest == 0 ? now : std::min(s.lowest, now);
    s.highest = std::max(s.highest, now);
    s.rated = std::max(s.rated, rated);
    if (rated > 0 && now < rated)
      s.slow.push_back(fmt::format("{}: {} of {} MT/s", dimm->locator, now, rated));
    if (rated > 0 && now > rated) s.above_rating = true;
  }
  return s;
}

bool has_two_per_channel(const SmbiosTables& smbios) {
  const auto channels = channels_of(smbios);
  if (channels)
    for (const auto& [name, slots] : *channels)
      if (std::count_if(slots.begin(), slots.end(), [](auto* d) { return d->is_filled(); }) > 1)
        return true;
  return false;
}

void judge(CheckContext& c, const Speeds& speeds) {
  Finding f{.observed = fmt::format("{} MT/s", speeds.lowest), .who = Who::builder};
  f.evidence = speeds.slow;
  if (!speeds.slow.empty()) {
    f.expected = fmt::format("{} MT/s as the modules are rated", speeds.rated);
    f.cause = has_two_per_channel(*c.now.smbios)
                  ? "two modules on one channel: most platforms lower the rate then"
                  : "the processor or board allows no more, or the profile of the modules (XMP, "
                    "EXPO) is not switched on";
    f.remedy = "compare with the memory list of the board, then set the speed in the BIOS";
  } else if (speeds.above_rating) {
    f.expected = "no more than the modules are rated for";
    f.cause = "the memory is overclocked";
    f.remedy = "return to the rated speed: errors under load are likely";
  } else if (speeds.lowest != speeds.highest) {
    f.expected = fmt::format("{} MT/s on all modules", speeds.highest);
    f.remedy = "use modules of one kind";
  }
  c.advise(c.machine(), f.expected.empty(), f);
}

void speed(CheckContext& c) {
  if (!c.readable(c.now.smbios, c.machine(), "the firmware lists no memory modules")) return;
  const auto speeds = speeds_of(modules(*c.now.smbios));
  if (speeds.lowest == 0)
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "the firmware does not tell the speed of the modules"});
  if (speeds.rated == 0)
    return c.show(c.machine(),
                  {.observed = fmt::format("{} MT/s", speeds.lowest), .who = Who::builder});
  judge(c, speeds);
}

const Register<Check> registered{{.name = "memory/speed",
                                  .about = "Memory speed in use",
                                  .why = "Bandwidth follows it: modules that run below their "
                                         "rating slow every copy through the host.",
                                  .run = speed}};

}  // namespace
}  // namespace gpuproof
