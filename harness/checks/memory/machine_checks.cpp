// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Machine-check counters and hardware errors in the kernel log.
#include <fmt/core.h>

#include <set>

#include "harness/base/text.h"
#include "harness/checks/check.h"
#include "harness/checks/log_scope.h"

namespace gpuproof {
namespace {

struct Lines {
  std::vector<std::string> fatal, corrected;
};

// Status of "Machine Check: 0 Bank 5: bea0000000000108": bit 61 says that it was not corrected.
bool is_uncorrected_status(std::string_view text) {
  const auto bank = text.find(" Bank ");
  if (bank == std::string_view::npos) return false;
  const auto colon = text.find(": ", bank);
  if (colon == std::string_view::npos) return false;
  const auto parts = words(text.substr(colon + 2));
  const auto status = parts.empty() ? std::nullopt : to_uint(parts[0], 16);
  return status && (*status >> 61 & 1);
}

bool is_fatal(std::string_view text) {
  if (contains(text, "Machine Check Exception") || contains(text, "Memory failure:")) return true;
  if (!contains(text, "[Hardware Error]")) return false;
  const auto small = lower(text);
  return contains(small, "uncorrected") || contains(small, "severity: fatal") ||
         contains(small, "severity: recoverable") || contains(small, "fatal error") ||
         is_uncorrected_status(text);
}

// "{3}[Hardware Error]: ...": the records of one error bear one number.
std::string record_of(std::string_view text) {
  const auto end = text.find("}[Hardware Error]");
  const auto begin = text.substr(0, end).rfind('{');
  return end == std::string_view::npos || begin == std::string_view::npos
             ? std::string()
             : std::string(text.substr(begin, end - begin));
}

// Errors of PCIe devices arrive as hardware errors too; pcie/aer judges them.
std::set<std::string> pcie_records(const KernelLog& log) {
  std::set<std::string> records;
  for (const auto& line : log.lines)
    if (contains(line.text, "section_type: PCIe")) records.insert(record_of(line.text));
  return records;
}

Lines error_lines(const KernelLog& log, const RunWindow* window, LogScope wanted) {
  Lines lines;
  const auto pcie = pcie_records(log);
  for (const auto& line : log.lines) {
    if (line.topic != LogTopic::memory || scope_of(line, window) != wanted) continue;
    if (const auto record = record_of(line.text); !record.empty() && pcie.count(record)) continue;
    if (is_fatal(line.text))
      lines.fatal.push_back(line.text);
    else if (contains(line.text, "[Hardware Error]"))
      lines.corrected.push_back(line.text);
  }
  return lines;
}

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
  Lines during, earlier;
};

Evidence collect(CheckContext& c) {
  const auto* before = c.input.before ? &c.input.before->memory : nullptr;
  const auto& now = c.now.memory;
  Evidence e;
  e.exceptions = gain(before ? &before->machine_checks : nullptr, now.machine_checks);
  e.corrected =
      gain(before ? &before->machine_checks_corrected : nullptr, now.machine_checks_corrected);
  if (c.now.kernel_log) {
    e.during = error_lines(*c.now.kernel_log, c.input.window, LogScope::window);
    e.earlier = error_lines(*c.now.kernel_log, c.input.window, LogScope::this_boot);
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
     .about = "Hardware errors that the processor reported",
     .why = "They are faults of processor, memory or bus, and never those of a program.",
     .run = machine_checks}};

}  // namespace
}  // namespace gpuproof
