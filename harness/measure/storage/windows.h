// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The samples of a storage benchmark: windows of equal length, after a ramp.
#pragma once

#include <vector>

#include "harness/measure/bench_session.h"
#include "harness/measure/storage/ring_reader.h"

namespace gpuproof {

// What came of one reading, ramp left out.
struct Reading {
  std::vector<ReadWindow> windows;
  Histogram latency_ns;  // of all windows, and of what was in flight when they ended

  std::vector<double> reads_per_s() const;
  // Medians of the windows; those with fewer than 20 reads have none.
  std::vector<double> median_latencies_us() const;
};

// Length of a window for a budget: a twelfth, from 0.02 to 1 s.
double window_length(double budget_s);

// Windows until the budget of the session is used; fewer once a read failed. The ramp ends when the
// rate is steady, at the latest after a fifth of the budget. Writes window, stop reason and
// steadiness to the record.
Reading take_windows(RingReader&, BenchSession&);

}  // namespace gpuproof
