// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Locked clocks: a lock below the maximum holds the GPU back, and the record must say so.
#include <fmt/core.h>

#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

void judge(CheckContext& c, const GpuView& gpu) {
  const auto& g = *gpu.facts;
  if (!c.readable(g.max_sm_mhz, gpu.subject, "no clocks are exposed here", gpu.labels)) return;
  if (g.locked_sm_mhz.is_unreadable()) {
    c.readable(g.locked_sm_mhz, gpu.subject, "", gpu.labels);
    return;
  }
  Finding f{.observed = fmt::format("not locked, up to {:.0f} MHz", *g.max_sm_mhz),
            .expected = "no lock below the maximum",
            .remedy = "nvidia-smi -rgc, then run again",
            .who = Who::admin,
            .labels = gpu.labels};
  if (g.locked_sm_mhz)
    f.observed = fmt::format("locked at {:.0f} of {:.0f} MHz", *g.locked_sm_mhz, *g.max_sm_mhz);
  const double highest = g.locked_sm_mhz ? *g.locked_sm_mhz : *g.max_sm_mhz;
  if (c.judge_setting(gpu.subject, fmt::format("{:.0f}", highest), f)) return;
  if (!(highest >= *g.max_sm_mhz * 0.99)) {
    f.cause = "clocks were locked by an earlier job or by hand";
    return c.fail(gpu.subject, std::move(f));
  }
  f.remedy.clear();
  c.pass(gpu.subject, std::move(f));
}

void clocks(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/clocks",
                                  .about = "Locked clocks of the GPU",
                                  .why = "A lock makes figures repeatable and lower: they then say "
                                         "nothing about the part.",
                                  .run = clocks}};

}  // namespace
}  // namespace gpuproof
