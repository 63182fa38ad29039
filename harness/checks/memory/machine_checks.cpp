// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Machine-check counters and hardware errors in the kernel log.
#include <fmt/core.h>

#include "harness/checks/check.h"
#include "harness/checks/memory/hardware_errors.h"

namespace gpuproof {
namespace {

struct Gain {
  std::uint64_t count = 0;
  bool reset = false;
};
Gain gain(const Fact<std::uint64_t>* before, const Fact<std::uint64_t>& now) {
  const auto start = before ? before->value_or(0) : 0, end = now.value_or(0);
  return {end >= start ? end - start : 0, end < start};
}

struct Evidence {
  Gain exceptions, corrected;
  std::uint64_t exceptions_before = 0;  // earlier in this boot
  HardwareErrors during, earlier;
};

Evidence collect(CheckContext& c) {
  const auto* before = c.input.before ? &c.input.before->memory : nullptr;
  const auto& now = c.now.memory;
  Evidence e;
  e.exceptions = gain(before ? &before->machine_checks : nullptr, now.machine_checks);
  if (before && !e.exceptions.reset) e.exceptions_before = before->machine_checks.value_or(0);
  e.corrected =
      gain(before ? &before->machine_checks_corrected : nullptr, now.machine_checks_corrected);
  if (c.now.kernel_log) {
    e.during = hardware_errors(*c.now.kernel_log, c.input.window, LogScope::window);
    e.earlier = hardware_errors(*c.now.kernel_log, c.input.window, LogScope::this_boot);
  }
  return e;
}

void judge(CheckContext& c, const Evidence& e) {
  const bool since_before = c.input.before != nullptr;
  Finding f{.expected = "none",
            .remedy =
                "read the lines, then look at memory seats, processor seating and cooling; "
                "swap parts until they stop",
            .who = Who::builder};
  for (const auto* lines :
       {&e.during.fatal, &e.earlier.fatal, &e.during.corrected, &e.earlier.corrected})
    for (const auto& line : *lines)
      if (f.evidence.size() < 8) f.evidence.push_back(line);
  f.observed =
      fmt::format("{} exceptions and {} corrected {}", e.exceptions.count, e.corrected.count,
                  since_before ? "since the earlier state" : "since boot");
  if (!c.now.kernel_log) f.evidence.push_back("the kernel log was not read");
  if (!e.during.fatal.empty() || !e.earlier.fatal.empty() || e.exceptions.count > 0)
    return c.fail(c.machine(), f);
  if (e.exceptions_before > 0) {
    f.observed += fmt::format("; {} exceptions earlier in this boot", e.exceptions_before);
    return c.warn(c.machine(), f);
  }
  if (!e.during.corrected.empty() || !e.earlier.corrected.empty() || e.corrected.count > 0)
    return c.warn(c.machine(), f);
  if (e.exceptions.reset) {
    f.observed += "; the counters were set back in between";
    return c.inconclusive(c.machine(), f);
  }
  c.pass(c.machine(), f);
}

void machine_checks(CheckContext& c) {
  const auto evidence = collect(c);
  const bool lines = !evidence.during.fatal.empty() || !evidence.during.corrected.empty() ||
                     !evidence.earlier.fatal.empty() || !evidence.earlier.corrected.empty();
  // Without counters the log alone speaks, and only of what it holds.
  if (!lines &&
      !c.readable(c.now.memory.machine_checks, c.machine(), "this kind of processor counts none"))
    return;
  judge(c, evidence);
}

const Register<Check> registered{
    {.name = "memory/machine_checks",
     .about = "Hardware errors that the processor reports",
     .why = "They are faults of processor, memory or bus, and never those of a program.",
     .run = machine_checks}};

}  // namespace
}  // namespace gpuproof
