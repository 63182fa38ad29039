// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Enforced power limit against the card's own default.
#include <fmt/core.h>

#include <cmath>

#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

void judge(CheckContext& c, const GpuView& gpu) {
  const auto& g = *gpu.facts;
  if (!c.readable(g.power_limit_w, gpu.subject, "this GPU has no power limit to read", gpu.labels))
    return;
  const double limit = *g.power_limit_w;
  Finding f{.observed = fmt::format("{:.0f} W", limit), .who = Who::admin, .labels = gpu.labels};
  if (g.power_default_w) f.evidence.push_back(fmt::format("default {:.0f} W", *g.power_default_w));
  if (g.power_max_w) f.evidence.push_back(fmt::format("maximum {:.0f} W", *g.power_max_w));
  if (g.power_default_w)
    f.remedy = fmt::format("nvidia-smi -pl {:.0f} (this card's own default), then run again",
                           *g.power_default_w);
  if (c.judge_setting(gpu.subject, fmt::format("{:.0f}", limit), f)) return;
  if (!g.power_default_w) return c.skip(SkipKind::no_expectation, gpu.subject, std::move(f));
  const double normal = *g.power_default_w;
  f.expected = fmt::format("{:.0f} W, the card's default", normal);
  // Half a per cent: NVML rounds limits to what the regulator can hold.
  if (std::fabs(limit - normal) <= normal * 0.005) {
    f.remedy.clear();
    return c.pass(gpu.subject, std::move(f));
  }
  f.cause = limit < normal
                ? fmt::format("a software cap at {:.0f} % of the default explains lower figures",
                              100 * limit / normal)
                : "a limit above the default flatters the figures";
  c.warn(gpu.subject, std::move(f));
}

void power_limit(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/power_limit",
                                  .about = "Power limit of the GPU",
                                  .why = "Under load the power limit decides the clock, and so "
                                         "every figure of the GPU.",
                                  .run = power_limit}};

}  // namespace
}  // namespace gpuproof
