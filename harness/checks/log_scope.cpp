// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/log_scope.h"

#include <fmt/core.h>

#include "harness/base/clock.h"

namespace gpuproof {

LogScope scope_of(const LogLine& line, const RunWindow* window) {
  if (line.earlier_boot) return LogScope::earlier_boot;
  if (!window) return LogScope::this_boot;
  if (!line.boottime_us) return LogScope::window;
  const bool inside = *line.boottime_us >= window->from_us &&
                      (window->to_us <= 0 || *line.boottime_us <= window->to_us);
  return inside ? LogScope::window : LogScope::this_boot;
}

std::string log_gap(const KernelLog& log, std::int64_t from_us, std::int64_t to_us) {
  if (log.overrun) return "the kernel's ring buffer lost lines while it was read";
  if (log.dropped > 0) return fmt::format("{} of its lines were left out", log.dropped);
  if (!log.covers_from_us || !log.covers_to_us) return "the log does not say which time it covers";
  if (*log.covers_from_us > from_us)
    return fmt::format("the log begins {} after the start of that time",
                       duration_text(static_cast<double>(*log.covers_from_us - from_us) * 1e-6));
  if (*log.covers_to_us < to_us)
    return fmt::format("the log ends {} before the end of that time",
                       duration_text(static_cast<double>(to_us - *log.covers_to_us) * 1e-6));
  return {};
}

std::string log_gap(const KernelLog& log, const RunWindow& window) {
  return log_gap(log, window.from_us, window.to_us > 0 ? window.to_us : window.from_us);
}

std::string covered_text(const Snapshot& now, const KernelLog& log) {
  if (!log.covers_from_us) return "of an unknown time";
  if (*log.covers_from_us == 0) return "since boot";
  constexpr double us_per_hour = 3600e6;
  return fmt::format(
      "of the last {:.1f} hours",
      static_cast<double>(now.header.boottime_us - *log.covers_from_us) / us_per_hour);
}

}  // namespace gpuproof
