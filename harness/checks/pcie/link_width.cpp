// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Lanes in use of each PCIe link, against the profile or what card and slot both offer.
#include <fmt/core.h>

#include "harness/checks/pcie/endpoints.h"

namespace gpuproof {
namespace {

// Under load where NVML sampled it; width does not change at idle, so any reading will do.
Fact<int> lanes_of(const LinkEnd& end) {
  if (const auto loaded = mode_under_load(end, &GpuSample::pcie_width)) return *loaded;
  if (end.device && (end.device->width || end.device->width.is_unreadable()))
    return end.device->width;
  if (end.gpu)
    for (const auto& sample : end.gpu->samples)
      if (sample.pcie_width) return sample.pcie_width;
  return {};
}

bool is_nonsense(CheckContext& c, const LinkEnd& end, const Fact<int>& lanes) {
  const bool dead = end.device && end.device->config_all_ones.is(true);
  if (!dead && (!lanes || is_lane_count(*lanes))) return false;
  Finding f{
      .expected = "1, 2, 4, 8, 12, 16 or 32 lanes", .who = Who::builder, .labels = end.labels};
  f.observed = lanes ? fmt::format("{}: not a lane count", *lanes) : "no lane count";
  if (dead) f.cause = "all-ones configuration space: the device is unreachable";
  f.remedy = "the width says nothing; find out why the device does not answer (gpu/inventory)";
  c.error(end.subject, std::move(f));
  return true;
}

void judge(CheckContext& c, const LinkEnd& end) {
  const auto lanes = lanes_of(end);
  if (is_nonsense(c, end, lanes)) return;
  if (!c.readable(lanes, end.subject, "no link width is exposed here", end.labels)) return;
  const auto limit = width_limit(c, end);
  Finding f{.observed = fmt::format("x{}", *lanes),
            .remedy =
                "reseat the card; check the slot's wiring, the bifurcation setting and the "
                "riser",
            .who = Who::builder,
            .labels = end.labels};
  if (limit) f.evidence.push_back(fmt::format("x{:.0f} offered by {}", limit->value, limit->by));
  if (limit && *lanes < limit->value)
    f.cause =
        fmt::format("{:.0f} of {:.0f} lanes are missing", limit->value - *lanes, limit->value);
  // The profile speaks of its GPUs; drives and network cards are judged by what both ends offer.
  if (end.is_gpu && c.judge_setting(end.subject, std::to_string(*lanes), f)) return;
  if (!limit) return c.skip(SkipKind::no_expectation, end.subject, std::move(f));
  f.expected = fmt::format("x{:.0f}, as {} offers", limit->value, limit->by);
  if (*lanes < limit->value) return c.fail(end.subject, std::move(f));
  f.cause.clear();
  if (end.device && end.device->max_width && *end.device->max_width > limit->value)
    f.evidence.push_back(fmt::format("the card itself could use x{}", *end.device->max_width));
  c.pass(end.subject, std::move(f));
}

void link_width(CheckContext& c) {
  if (!bus_readable(c)) return;
  for (const auto& end : link_ends(c)) judge(c, end);
}

const Register<Check> registered{{.name = "pcie/link_width",
                                  .about = "PCIe link width",
                                  .why = "Every missing lane takes its share of the transfer rate, "
                                         "and often means bad contact.",
                                  .run = link_width}};

}  // namespace
}  // namespace gpuproof
