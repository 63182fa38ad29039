// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The one loop that takes samples: warm-up, batches long enough for the timer, a stop rule whose
// reason is told, and every sample kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/base/clock.h"

namespace gpuproof {

struct StopRule {
  std::size_t min_samples = 10;
  double budget_s = 0.5;     // timed seconds to spend, once min_samples are there
  double min_time_s = 0.5;   // timed seconds before noise may end it; never more than the budget
  double noise = 0.005;      // relative noise that is low enough
  double warm_up_s = 0.1;    // cap of the warm-up; it ends earlier when steady
  double min_span_s = 5e-4;  // shorter spans are near the timer's own resolution
  double wall_cap_s = 15;    // real seconds, set-up and checks between samples included
  // For a budget: a fifth of it warms up, and thrice of it plus a second is the wall cap.
  static StopRule for_budget(double budget_s);
};

struct Samples {
  std::vector<double> seconds;  // of one operation, in order; batches divided by their size
  std::uint64_t batch = 1;      // operations per sample; above 1 a sample is a batch mean
  std::uint64_t unusable = 0;   // spans that were too short, negative or NaN: not among them
  double first_call_s = 0;      // of the very first operation, which is not among them
  bool steady = false;          // the warm-up reached its criterion
  bool clean = false;           // ended by low or stable noise, not by a limit
  double noise = 0;             // relative, at the end
  std::string stop_reason;      // "noise reached", "noise stable", "budget spent", "time-out", …
  Nanoseconds started = 0, ended = 0;  // boottime of the first and after the last sample
};

// Performs that many operations in a row; returns the seconds they took by the caller's timer.
using TimedSpan = std::function<double(std::uint64_t operations)>;

// on_span is called after every span, warm-up included: the proof of progress.
Samples take_samples(
    const StopRule&, const Clock&, const TimedSpan&, const std::function<void()>& on_span = [] {});

}  // namespace gpuproof
