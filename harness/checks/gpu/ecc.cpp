// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// ECC: mode against the profile or the card's default, pending changes, and errors.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/gpu/counter_delta.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

std::string mode_text(bool on) { return on ? "enabled" : "disabled"; }

// True where mode or pending change is a finding.
bool mode_is_wrong(CheckContext& c, const GpuView& gpu) {
  const auto& g = *gpu.facts;
  Finding f{
      .observed = "ECC is " + mode_text(*g.ecc_current), .who = Who::admin, .labels = gpu.labels};
  if (g.ecc_pending && *g.ecc_pending != *g.ecc_current) {
    f.observed += ", " + mode_text(*g.ecc_pending) + " after the next reboot";
    f.expected = "a mode that is in force";
    f.cause = "an ECC change waits for a reboot";
    f.remedy = "reboot, then run again";
    c.fail(gpu.subject, std::move(f));
    return true;
  }
  const auto* wanted = c.setting();
  const bool met = wanted ? setting_met(*wanted, mode_text(*g.ecc_current))
                          : !g.ecc_default || *g.ecc_default == *g.ecc_current;
  if (met) return false;
  f.cause = "bandwidth and memory size are not comparable in this mode either";
  f.remedy = fmt::format("nvidia-smi -e {}, then reboot", *g.ecc_current ? 0 : 1);
  if (!wanted) {
    f.expected = mode_text(*g.ecc_default) + ", the card's default";
    c.fail(gpu.subject, std::move(f));
  } else {
    c.judge_setting(gpu.subject, mode_text(*g.ecc_current), std::move(f));
  }
  return true;
}

void judge_errors(CheckContext& c, const GpuView& gpu) {
  const auto& now = *gpu.facts;
  const auto* then = gpu_before(c, now);
  const auto fresh =
      counter_delta(now.ecc_uncorrected_volatile, then ? &then->ecc_uncorrected_volatile : nullptr);
  const auto life = counter_delta(now.ecc_uncorrected_aggregate,
                                  then ? &then->ecc_uncorrected_aggregate : nullptr);
  Finding f{.observed = "ECC is " + mode_text(*now.ecc_current),
            .expected = "no uncorrected errors",
            .remedy = "reset the GPU and run again; a second occurrence means replace it",
            .who = Who::builder,
            .labels = gpu.labels};
  if (now.ecc_uncorrected_volatile)
    f.evidence.push_back(
        fmt::format("{} uncorrected since the driver was loaded", *now.ecc_uncorrected_volatile));
  if (now.ecc_uncorrected_aggregate)
    f.evidence.push_back(fmt::format("{} uncorrected in its life", *now.ecc_uncorrected_aggregate));
  // The volatile counter is cleared by a reset or a reload of the driver; the other one is not.
  if (fresh.grown > 0 || (life.since_before && life.grown > 0)) {
    f.observed = fmt::format("{} new uncorrected memory errors",
                             std::max(fresh.grown, life.since_before ? life.grown : 0));
    f.cause = then ? "an uncorrectable memory error in this run"
                   : "an uncorrectable memory error since the driver was loaded";
    return c.fail(gpu.subject, std::move(f));
  }
  if (*now.ecc_current && !fresh.known && !(life.known && life.since_before)) {
    const auto& counter = now.ecc_uncorrected_volatile;
    f.observed += ", but its error counters " +
                  (counter.is_unreadable() ? "cannot be read: " + counter.why() : "are not told");
    f.remedy = "read the kernel log; reset the GPU or reload the driver, then run again";
    f.who = Who::admin;
    return c.skip(SkipKind::not_observable, gpu.subject, std::move(f));
  }
  if (life.fell || (fresh.fell && !life.known)) {
    f.observed = "its error counters fell: they were cleared since the snapshot before";
    return c.inconclusive(gpu.subject, std::move(f));
  }
  if (life.known && life.grown > 0) {
    f.observed = fmt::format(
        "{} uncorrected memory errors in its life, none since the driver was loaded", life.grown);
    f.remedy = "watch it; a new one means replace the GPU";
    return c.warn(gpu.subject, std::move(f));
  }
  f.remedy.clear();
  c.pass(gpu.subject, std::move(f));
}

void judge(CheckContext& c, const GpuView& gpu) {
  if (!c.readable(gpu.facts->ecc_current, gpu.subject, "this card has no ECC", gpu.labels)) return;
  if (!mode_is_wrong(c, gpu)) judge_errors(c, gpu);
}

void ecc(CheckContext& c) {
  if (!has_gpus(c)) return;
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/ecc",
                                  .about = "ECC of the GPU memory",
                                  .why = "Without ECC a flipped bit in memory stays unseen; an "
                                         "uncorrectable one is a fault of the part.",
                                  .run = ecc}};

}  // namespace
}  // namespace gpuproof
