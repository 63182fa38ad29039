// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Halves instead of a fitted slope: one disturbed value moves a slope, not a median.
#include "harness/measure/steady.h"

#include <cmath>
#include <vector>

#include "harness/measure/statistics.h"

namespace gpuproof {

void SteadyWindow::add(double at_s, double value) {
  points_.emplace_back(at_s, value);
  while (points_.size() > 1 && points_[1].first <= at_s - window_s_) points_.pop_front();
}

bool SteadyWindow::steady() const {
  if (points_.size() < 6) return false;
  const double newest = points_.back().first;
  if (newest - points_.front().first < window_s_) return false;
  std::vector<double> older, newer;
  for (const auto& [at, value] : points_)
    (at < newest - window_s_ / 2 ? older : newer).push_back(value);
  if (older.size() < 3 || newer.size() < 3) return false;
  const double before = median(older), now = median(newer);
  return std::abs(now - before) < tolerance_ * std::abs(now);
}

}  // namespace gpuproof
