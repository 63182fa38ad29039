// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether a series has settled: over a sliding window of time, the medians of its two halves
// differ by less than half a percent.
#pragma once

#include <deque>
#include <utility>

namespace gpuproof {

class SteadyWindow {
 public:
  explicit SteadyWindow(double window_s, double tolerance = 0.005)
      : window_s_(window_s), tolerance_(tolerance) {}
  void add(double at_s, double value);
  // False until the window is full, and while a half holds fewer than 3 values.
  bool steady() const;

 private:
  double window_s_, tolerance_;
  std::deque<std::pair<double, double>> points_;  // the oldest may lie just before the window
};

}  // namespace gpuproof
