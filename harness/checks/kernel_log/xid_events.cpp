// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/kernel_log/xid_events.h"

#include <fmt/core.h>

#include "harness/base/clock.h"

namespace gpuproof {

LogPeriod period_of(const LogLine& line, const RunWindow* window) {
  if (line.earlier_boot) return LogPeriod::earlier_boot;
  if (!window) return LogPeriod::outside;
  if (!line.boottime_us) return LogPeriod::window;
  const bool inside = *line.boottime_us >= window->from_us &&
                      (window->to_us <= 0 || *line.boottime_us <= window->to_us);
  return inside ? LogPeriod::window : LogPeriod::outside;
}

std::vector<LoggedXid> logged_xids(const Snapshot& now, const RunWindow* window) {
  std::vector<LoggedXid> found;
  if (!now.kernel_log) return found;
  for (const auto& line : now.kernel_log->lines)
    if (auto event = parse_xid(line.text))
      found.push_back(
          {std::move(*event), period_of(line, window), line.text, line.boottime_us.value_or(-1)});
  return found;
}

std::vector<std::string> cut_xid_lines(const Snapshot& now, const RunWindow* window,
                                       LogPeriod period) {
  std::vector<std::string> found;
  if (!now.kernel_log) return found;
  for (const auto& line : now.kernel_log->lines)
    if (is_xid_line(line.text) && !parse_xid(line.text) && period_of(line, window) == period)
      found.push_back(line.text);
  return found;
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

}  // namespace gpuproof
