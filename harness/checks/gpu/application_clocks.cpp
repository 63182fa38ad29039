// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Application clocks against their default, which may lie below the maximum.
#include <fmt/core.h>

#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

void judge(CheckContext& c, const GpuView& gpu) {
  const auto& g = *gpu.facts;
  if (!c.readable(g.application_sm_mhz, gpu.subject, "no application clocks on this GPU",
                  gpu.labels))
    return;
  const double set = *g.application_sm_mhz;
  Finding f{.observed = fmt::format("{:.0f} MHz", set), .who = Who::admin, .labels = gpu.labels};
  if (g.max_sm_mhz) f.evidence.push_back(fmt::format("maximum {:.0f} MHz", *g.max_sm_mhz));
  f.remedy = "nvidia-smi -rac and nvidia-smi -rgc, then run again";
  if (c.judge_setting(gpu.subject, fmt::format("{:.0f}", set), f)) return;
  if (!g.default_application_sm_mhz)
    return c.skip(SkipKind::no_expectation, gpu.subject, std::move(f));
  const double normal = *g.default_application_sm_mhz;
  f.expected = fmt::format("{:.0f} MHz, the card's default", normal);
  if (set >= normal) {
    f.remedy.clear();
    return c.pass(gpu.subject, std::move(f));
  }
  f.cause =
      fmt::format("application clocks were left at {:.0f} MHz ({:.0f} %)", set, 100 * set / normal);
  c.fail(gpu.subject, std::move(f));
}

void application_clocks(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/application_clocks",
                                  .about = "Application clocks",
                                  .why = "Clocks that an earlier job left low slow down every job "
                                         "after it.",
                                  .run = application_clocks}};

}  // namespace
}  // namespace gpuproof
