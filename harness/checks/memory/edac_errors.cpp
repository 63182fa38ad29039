// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Corrected and uncorrected memory errors that the memory controllers counted.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/check.h"
#include "harness/checks/memory/error_counts.h"
#include "harness/facts/memory_channel.h"

namespace gpuproof {
namespace {

// The module when the driver's label names its slot, else the machine.
Subject subject_of(CheckContext& c, const MemoryErrors& errors) {
  if (errors.labels.size() == 1 && c.now.smbios)
    for (const auto* dimm : modules(*c.now.smbios))
      if (!dimm->locator.empty() && contains(errors.labels[0], dimm->locator))
        return c.subject(*dimm);
  return c.machine();
}

void report(CheckContext& c, const MemoryErrors& errors, const std::string& since) {
  const auto subject = subject_of(c, errors);
  Finding f{.observed = fmt::format("{} uncorrected, {} corrected {}", errors.uncorrected,
                                    errors.corrected, since),
            .expected = "none",
            .remedy =
                "reseat the module, then swap it with another slot; replace it if the errors "
                "follow it",
            .who = Who::builder,
            .evidence = errors.places};
  if (errors.uncorrected > 0) return c.fail(subject, f);
  if (errors.reset) {
    f.observed += "; a counter was set back in between";
    f.remedy = "measure again without reloading the driver or restarting";
    return c.inconclusive(subject, f);
  }
  if (errors.earlier_uncorrected > 0) {
    f.observed += fmt::format("; {} uncorrected earlier in this boot", errors.earlier_uncorrected);
    return c.warn(subject, f);
  }
  if (errors.corrected > 0) return c.warn(subject, f);
  if (errors.unreadable)
    return c.skip(SkipKind::not_observable, subject, {.observed = "a counter cannot be read"});
  c.pass(subject, f);
}

void edac_errors(CheckContext& c) {
  const auto& now = c.now.memory.edac;
  if (!now && !now.is_unreadable())
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "no driver reports memory errors here"});
  if (!c.readable(now, c.machine())) return;
  const auto* before =
      c.input.before && c.input.before->memory.edac ? &*c.input.before->memory.edac : nullptr;
  report(c, memory_errors(before, *now), before ? "since the earlier state" : "since boot");
}

const Register<Check> registered{{.name = "memory/edac_errors",
                                  .about = "Memory errors",
                                  .why = "A corrected error is a warning of a bad module or seat; "
                                         "an uncorrected one ends a job or worse.",
                                  .run = edac_errors}};

}  // namespace
}  // namespace gpuproof
