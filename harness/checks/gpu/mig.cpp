// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// MIG: a partitioned GPU gives figures of its slices.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

void judge(CheckContext& c, const GpuView& gpu) {
  const auto& mode = gpu.facts->mig_mode;
  if (mode.is_absent()) return;  // GPUs without MIG need no line of their own
  if (!c.readable(mode, gpu.subject, "", gpu.labels)) return;
  const auto text = lower(*mode);
  Finding f{.observed = text, .expected = "disabled", .who = Who::admin, .labels = gpu.labels};
  if (gpu.facts->mig_instances)
    f.evidence.push_back(fmt::format("{} slices", *gpu.facts->mig_instances));
  f.remedy = "nvidia-smi -mig 0 to test the whole GPU, or use the profile of the slices";
  if (c.judge_setting(gpu.subject, text, f)) return;
  if (text == "disabled" || text == "off") return c.pass(gpu.subject, std::move(f));
  c.warn(gpu.subject, std::move(f));
}

void mig(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/mig",
                                  .about = "MIG mode",
                                  .why = "A slice has a share of the processors and memory: its "
                                         "figures are not those of the GPU.",
                                  .run = mig}};

}  // namespace
}  // namespace gpuproof
