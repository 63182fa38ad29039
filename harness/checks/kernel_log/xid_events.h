// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The Xid lines of the kernel log with the period that each belongs to.
#pragma once

#include <string>
#include <vector>

#include "harness/checks/check.h"
#include "harness/facts/log_events.h"

namespace gpuproof {

// outside: this boot, but before or after the run (or no run is known).
enum class LogPeriod { earlier_boot, outside, window };

// A line without a time counts as of the window: what cannot be dated cannot be excused.
LogPeriod period_of(const LogLine&, const RunWindow*);

struct LoggedXid {
  XidEvent event;
  LogPeriod period = LogPeriod::outside;
  std::string line;
  std::int64_t boottime_us = -1;  // -1: unknown
};
// Empty where the log cannot be read: ask that first.
std::vector<LoggedXid> logged_xids(const Snapshot&, const RunWindow*);

// Lines that are Xids by their start but were cut before the number.
std::vector<std::string> cut_xid_lines(const Snapshot&, const RunWindow*, LogPeriod);

// Why the log cannot vouch for a period without findings; empty where it can.
std::string log_gap(const KernelLog&, std::int64_t from_us, std::int64_t to_us);

}  // namespace gpuproof
