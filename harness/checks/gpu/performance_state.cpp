// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Performance state under load. GeForce computes in P2 by design.
#include <fmt/core.h>

#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

// The highest number (slowest state) among samples under load.
std::optional<int> slowest_under_load(const GpuDevice& gpu) {
  std::optional<int> slowest;
  for (const auto& sample : gpu.samples)
    if (sample.when == "load" && sample.performance_state)
      slowest = std::max(slowest.value_or(0), *sample.performance_state);
  return slowest;
}

void judge(CheckContext& c, const GpuView& gpu) {
  const auto state = slowest_under_load(*gpu.facts);
  if (!state)
    return c.skip(SkipKind::not_observable, gpu.subject,
                  {.observed = "no sample under load", .labels = gpu.labels});
  Finding f{.observed = fmt::format("P{} under load", *state),
            .expected = "P0, or P2 on GeForce",
            .labels = gpu.labels};
  if (c.judge_setting(gpu.subject, std::to_string(*state), f)) return;
  if (*state <= 2) {
    if (*state == 2)
      f.evidence.push_back("P2 keeps the memory clock 2 to 3 % below P0; by design on GeForce");
    return c.pass(gpu.subject, std::move(f));
  }
  f.remedy = "look at gpu/throttle and gpu/clocks for what holds it down; reset the GPU";
  f.who = Who::admin;
  c.fail(gpu.subject, std::move(f));
}

void performance_state(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/performance_state",
                                  .about = "Performance state",
                                  .why = "A GPU that stays in a low state works at a fraction of "
                                         "its clocks.",
                                  .run = performance_state}};

}  // namespace
}  // namespace gpuproof
