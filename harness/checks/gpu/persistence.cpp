// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Persistence: whether the driver keeps GPUs initialised between programs.
#include <fmt/core.h>

#include "harness/base/clock.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

void judge(CheckContext& c, const GpuView& gpu) {
  const auto& on = gpu.facts->persistence;
  if (!c.readable(on, gpu.subject, "this driver has no persistence mode", gpu.labels)) return;
  Finding f{.observed = *on ? "on" : "off",
            .expected = "on",
            .remedy = "systemctl enable --now nvidia-persistenced (or nvidia-smi -pm 1)",
            .who = Who::admin,
            .labels = gpu.labels};
  if (!*on && c.now.gpu.cuda_init_s)
    f.evidence.push_back("CUDA took " + duration_text(*c.now.gpu.cuda_init_s) +
                         " to start; that time is not part of any figure");
  if (!*on) f.cause = "the driver initialises the GPU anew for every program";
  if (c.judge_setting(gpu.subject, *on ? "on" : "off", f)) return;
  if (*on)
    c.pass(gpu.subject, std::move(f));
  else
    c.warn(gpu.subject, std::move(f));
}

void persistence(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/persistence",
                                  .about = "Persistence mode",
                                  .why = "Without it every program waits seconds for the GPU, and "
                                         "settings are forgotten in between.",
                                  .run = persistence}};

}  // namespace
}  // namespace gpuproof
