// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Row remapping of the GPU memory: failures, what waits for a reset, and how many rows are gone.
#include <fmt/core.h>

#include "harness/checks/gpu/counter_delta.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

// NVIDIA GPU memory error management: 512 rows can be replaced for uncorrectable errors.
constexpr std::uint64_t spare_rows = 512;

std::string counts_text(const GpuDevice& g) {
  return fmt::format("{} rows replaced for uncorrectable errors, {} for corrected ones",
                     g.remapped_uncorrected.value_or(0), g.remapped_corrected.value_or(0));
}

void judge(CheckContext& c, const GpuView& gpu) {
  const auto& g = *gpu.facts;
  const bool silent = !g.remap_failure && !g.remap_pending && !g.remapped_uncorrected;
  if (silent &&
      !c.readable(g.remap_failure, gpu.subject, "this GPU does not remap rows", gpu.labels))
    return;
  Finding f{.observed = counts_text(g),
            .expected = "no failure, nothing pending",
            .who = Who::builder,
            .labels = gpu.labels};
  if (g.remap_failure.is(true) || g.remapped_uncorrected.value_or(0) >= spare_rows) {
    f.observed =
        (g.remap_failure.is(true) ? "row remapping failed; " : "no spare rows are left; ") +
        f.observed;
    f.expected = fmt::format("no failure, fewer than {} rows", spare_rows);
    f.remedy = "replace the GPU";
    f.who = Who::vendor;
    return c.fail(gpu.subject, std::move(f));
  }
  if (g.remap_pending.is(true)) {
    f.observed = "a row remap waits for a reset; " + f.observed;
    f.remedy = "reset the GPU (nvidia-smi -r) or reboot, then run again";
    f.who = Who::admin;
    return c.warn(gpu.subject, std::move(f));
  }
  const auto* then = gpu_before(c, g);
  const auto more =
      counter_delta(g.remapped_uncorrected, then ? &then->remapped_uncorrected : nullptr);
  const auto corrected =
      counter_delta(g.remapped_corrected, then ? &then->remapped_corrected : nullptr);
  if (then && (more.grown > 0 || corrected.grown > 0)) {
    f.observed =
        fmt::format("{} rows newly replaced; {}", more.grown + corrected.grown, f.observed);
    f.remedy = "run again; more of them mean replace the GPU";
    return c.warn(gpu.subject, std::move(f));
  }
  c.pass(gpu.subject, std::move(f));
}

void row_remap(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/row_remap",
                                  .about = "Row remapping of the GPU memory",
                                  .why = "When spares run out or remapping fails, bad memory stays "
                                         "in use and corrupts jobs.",
                                  .run = row_remap}};

}  // namespace
}  // namespace gpuproof
