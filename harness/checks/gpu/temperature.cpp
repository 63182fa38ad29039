// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Temperature of each GPU against the point at which it slows down.
#include <fmt/core.h>

#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

// Where NVML names no threshold: most chips slow down between 90 and 100 C.
constexpr int assumed_slowdown_c = 92;
constexpr int margin_c = 5;

void judge(CheckContext& c, const GpuView& gpu) {
  const auto& g = *gpu.facts;
  std::optional<int> hottest;
  std::string when;
  for (const auto& sample : g.samples)
    if (sample.temperature_c && *sample.temperature_c > hottest.value_or(-300)) {
      hottest = *sample.temperature_c;
      when = sample.when;
    }
  if (!hottest) {
    c.readable(g.samples.empty() ? Fact<int>() : g.samples.front().temperature_c, gpu.subject,
               "no temperature is exposed here", gpu.labels);
    return;
  }
  const int slowdown = g.slowdown_c.value_or(assumed_slowdown_c);
  Finding f{.observed = fmt::format("{} C ({})", *hottest, when),
            .expected = fmt::format("below {} C", slowdown - margin_c),
            .remedy = "check airflow, fans, dust and inlet temperature",
            .who = Who::builder,
            .labels = gpu.labels};
  if (!g.slowdown_c) f.evidence.push_back("NVML names no threshold: 92 C assumed");
  if (c.judge_setting(gpu.subject, std::to_string(*hottest), f)) return;
  if (*hottest >= slowdown) return c.fail(gpu.subject, std::move(f));
  if (*hottest > slowdown - margin_c) return c.warn(gpu.subject, std::move(f));
  c.pass(gpu.subject, std::move(f));
}

void temperature(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/temperature",
                                  .about = "GPU temperature",
                                  .why = "A hot GPU slows down first and fails later.",
                                  .run = temperature}};

}  // namespace
}  // namespace gpuproof
