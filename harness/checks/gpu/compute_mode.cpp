// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Compute mode: who may use a GPU, and how many at once.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

void judge(CheckContext& c, const GpuView& gpu) {
  const auto& mode = gpu.facts->compute_mode;
  if (!c.readable(mode, gpu.subject, "this GPU has no compute mode", gpu.labels)) return;
  const auto text = lower(*mode);
  Finding f{.observed = text,
            .expected = "default",
            .remedy = "nvidia-smi -c DEFAULT",
            .who = Who::admin,
            .labels = gpu.labels};
  if (c.judge_setting(gpu.subject, text, f)) return;
  if (contains(text, "prohibited")) {
    f.cause = "no program may compute on this GPU";
    return c.fail(gpu.subject, std::move(f));
  }
  if (contains(text, "exclusive")) return c.warn(gpu.subject, std::move(f));
  c.pass(gpu.subject, std::move(f));
}

void compute_mode(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/compute_mode",
                                  .about = "Compute mode",
                                  .why = "A prohibited GPU computes nothing; an exclusive one "
                                         "refuses the second process.",
                                  .run = compute_mode}};

}  // namespace
}  // namespace gpuproof
