// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// When a kernel log line was written, as judging asks: inside the run, earlier in this boot, or
// before it; and whether the log reaches over that time at all.
#pragma once

#include <string>

#include "harness/checks/check.h"

namespace gpuproof {

// this_boot: before or after the run, or no run is known.
enum class LogScope { earlier_boot, this_boot, window };

// A line without a time counts as of the window: what cannot be dated cannot be excused.
LogScope scope_of(const LogLine&, const RunWindow*);

// Why the log cannot vouch for a time without findings (microseconds since boot); empty where it can.
std::string log_gap(const KernelLog&, std::int64_t from_us, std::int64_t to_us);
std::string log_gap(const KernelLog&, const RunWindow&);

// "since boot", or "of the last 3.2 hours": the time of this boot that the log speaks of.
std::string covered_text(const Snapshot&, const KernelLog&);

}  // namespace gpuproof
