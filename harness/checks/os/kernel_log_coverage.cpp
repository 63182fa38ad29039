// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether the kernel log was readable, and over which time.
#include <fmt/core.h>

#include "harness/checks/check.h"
#include "harness/checks/log_scope.h"

namespace gpuproof {
namespace {

void judge_window(CheckContext& c, const KernelLog& log, Finding f) {
  f.expected = "every line from the start of the run";
  if (const auto gap = log_gap(log, *c.input.window); !gap.empty()) {
    f.observed += "; lines of the run may be lost: " + gap;
    return c.inconclusive(c.machine(), f);
  }
  c.pass(c.machine(), f);
}

void kernel_log_coverage(CheckContext& c) {
  if (!c.readable(c.now.kernel_log, c.machine(), "no kernel log was found")) return;
  const auto& log = *c.now.kernel_log;
  Finding f{.observed = "lines " + covered_text(c.now, log),
            .remedy =
                "enlarge the log buffer (log_buf_len= on the kernel command line) or keep a "
                "kernel log file",
            .who = Who::admin,
            .evidence = {"source: " + log.source}};
  if (log.overrun) f.observed += ", with gaps";
  if (log.dropped > 0)
    f.observed += fmt::format(", {} lines left out for their number", log.dropped);
  if (c.input.window) return judge_window(c, log, f);
  f.expected = "every line since boot";
  c.advise(c.machine(), log.covers_from_us.is(0) && !log.overrun && log.dropped == 0, f);
}

const Register<Check> registered{
    {.name = "os/kernel_log_coverage",
     .about = "Time that the kernel log covers",
     .why = "Errors of GPUs, memory and drives are told there only; a gap is not a clean record.",
     .run = kernel_log_coverage}};

}  // namespace
}  // namespace gpuproof
