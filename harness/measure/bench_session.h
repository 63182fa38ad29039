// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What the contexts of all kinds of benchmarks share: the order to work on, the record to fill, the
// sample loop, and the sign of progress.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/base/clock.h"
#include "harness/measure/benchmark.h"
#include "harness/measure/sample_loop.h"
#include "harness/record/bench_record.h"
#include "harness/record/plan.h"

namespace gpuproof {

// Called with the work done so far, as a count that only grows: a heartbeat that a stuck benchmark
// cannot send.
using Progress = std::function<void(std::uint64_t done)>;

class BenchSession {
 public:
  BenchSession(const Benchmark&, const PlanStep&, Progress = {}, const Clock& = system_clock());

  const Benchmark& benchmark() const { return benchmark_; }
  const PlanStep& step() const { return step_; }
  const Clock& clock() const { return clock_; }
  // Method, conditions, notes and disturbances are written here by name.
  BenchRecord& record() { return record_; }
  const BenchRecord& record() const { return record_; }

  double budget_s() const;  // of the step; the benchmark's own quick budget where it has none
  std::string option(const std::string& name, const std::string& otherwise = {}) const;
  // Throws std::logic_error where the step lacks a label that the benchmark declares.
  const std::string& label(const std::string& name) const;

  void advance(std::uint64_t work = 1);

  // The sample loop, with what it found in the record: stop reason, window, steadiness, outliers.
  Samples time(const StopRule&, const TimedSpan&);

  // Adds a metric that the benchmark declares; its key carries the labels of the step and .
  // Throws Error where there is no sample, std::logic_error where it was not declared.
  Measurement& report(const std::string& metric, std::vector<double> samples,
                      const Labels& more = {});
  // The data check; several add up.
  void verified(const Integrity&);

 private:
  void widen_window(const Samples&);

  const Benchmark& benchmark_;
  const PlanStep& step_;
  Progress progress_;
  const Clock& clock_;
  BenchRecord record_;
  std::uint64_t done_ = 0;
};

// Keys that a run of it with these labels reports: one per declared metric.
std::vector<std::string> promised_keys(const Benchmark&, const Labels&);
// The product of its variants: one set of labels per plan item.
std::vector<Labels> variant_labels(const Benchmark&);

}  // namespace gpuproof
