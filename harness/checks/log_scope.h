// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// When a kernel log line was written, as judging asks: inside the run, earlier in this boot, or
// before it; and whether the log reaches over that time at all.
#pragma once

#include "harness/checks/check.h"

namespace gpuproof {

enum class LogScope { window, this_boot, earlier_boot };

inline LogScope scope_of(const LogLine& line, const RunWindow* window) {
  if (line.earlier_boot) return LogScope::earlier_boot;
  const bool inside = window && line.boottime_us && *line.boottime_us >= window->from_us &&
                      *line.boottime_us <= window->to_us;
  return inside ? LogScope::window : LogScope::this_boot;
}

// True where no line of the window can have been lost.
inline bool covers(const KernelLog& log, const RunWindow& window) {
  return !log.overrun && log.covers_from_us && *log.covers_from_us <= window.from_us;
}

// "since boot", or "of the last 3.2 hours": the time of this boot that the log speaks of.
std::string covered_text(const Snapshot&, const KernelLog&);

}  // namespace gpuproof
