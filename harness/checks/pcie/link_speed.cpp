// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Speed of each PCIe link. An idle GPU lowers it to save power: only a reading under load, or one
// that is as fast as it can get, says anything.
#include <fmt/core.h>

#include "harness/checks/pcie/endpoints.h"

namespace gpuproof {
namespace {

struct Speed {
  int generation = 0;
  bool loaded = false;
};

int idle_generation(const LinkEnd& end) {
  if (end.device && end.device->speed_gts) return pcie_generation(*end.device->speed_gts);
  if (end.gpu)
    for (const auto& sample : end.gpu->samples)
      if (sample.pcie_generation) return *sample.pcie_generation;
  return 0;
}

Speed speed_of(const LinkEnd& end) {
  if (const auto loaded = mode_under_load(end, &GpuSample::pcie_generation)) return {*loaded, true};
  return {idle_generation(end), !end.is_gpu};
}

bool is_met(const CheckContext& c, const LinkEnd& end, int generation,
            const std::optional<LinkLimit>& limit) {
  if (const auto* wanted = end.is_gpu ? c.setting() : nullptr)
    return setting_met(*wanted, std::to_string(generation));
  return limit && generation >= limit->value;
}

void explain(Finding& f, const LinkEnd& end, const Speed& speed,
             const std::optional<LinkLimit>& limit) {
  if (!limit) return;
  f.evidence.push_back(fmt::format("Gen{:.0f} offered by {}", limit->value, limit->by));
  if (speed.generation >= limit->value) {
    f.cause =
        fmt::format("not a training fault: {} tops out at Gen{:.0f}", limit->by, limit->value);
    f.remedy = "move the card to a faster slot, or use the profile of this configuration";
  } else {
    f.cause = fmt::format("the link stays at Gen{}{} where both ends can do Gen{:.0f}",
                          speed.generation, end.is_gpu ? " under load" : "", limit->value);
    f.remedy =
        "update BIOS and driver, reseat the card, remove the riser, set the slot's "
        "generation by hand";
  }
}

void judge(CheckContext& c, const LinkEnd& end) {
  const auto speed = speed_of(end);
  if (speed.generation == 0) {
    const auto fact = end.device ? end.device->speed_gts : Fact<double>();
    // A device that answers no more is pcie/link_width's and the inventory's finding.
    if (end.device && end.device->config_all_ones.is(true)) return;
    c.readable(fact.is_unreadable() ? fact : Fact<double>(), end.subject,
               "no link speed is exposed here", end.labels);
    return;
  }
  const auto limit = generation_limit(end);
  Finding f{.observed = fmt::format("Gen{}{}", speed.generation,
                                    !end.is_gpu    ? ""
                                    : speed.loaded ? " under load"
                                                   : " at idle"),
            .who = Who::builder,
            .labels = end.labels};
  const bool met = is_met(c, end, speed.generation, limit);
  if (!speed.loaded && !met) {
    f.cause = "an idle GPU lowers the speed of its link";
    f.remedy = "read the link while a copy or kernel runs, then judge";
    return c.inconclusive(end.subject, std::move(f));
  }
  if (!met) explain(f, end, speed, limit);
  if (end.is_gpu && c.judge_setting(end.subject, std::to_string(speed.generation), f)) return;
  if (!limit) return c.skip(SkipKind::no_expectation, end.subject, std::move(f));
  f.expected = fmt::format("Gen{:.0f}, as {} offers", limit->value, limit->by);
  if (met)
    c.pass(end.subject, std::move(f));
  else
    c.fail(end.subject, std::move(f));
}

void link_speed(CheckContext& c) {
  if (!bus_readable(c)) return;
  for (const auto& end : link_ends(c)) judge(c, end);
}

const Register<Check> registered{{.name = "pcie/link_speed",
                                  .about = "PCIe link speed",
                                  .why = "A link that trains one generation lower moves half.",
                                  .run = link_speed}};

}  // namespace
}  // namespace gpuproof
