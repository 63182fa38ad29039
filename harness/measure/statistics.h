// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Statistics of samples: order statistics only, so that no distribution is assumed. An empty set,
// or one with a NaN in it, has NaN for an answer: it can never meet a floor.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace gpuproof {

using SampleSpan = std::span<const double>;

double median(SampleSpan);
// Linear between neighbouring order statistics; p in 0..1.
double quantile(SampleSpan, double p);

struct Interval {
  double low, high;
};
// 95 % interval of the median between two order statistics; fewer than 6 samples cannot carry
// 95 %, their smallest and largest stand.
Interval median_interval(SampleSpan);
// The lower of the two ranks (from 1) for n samples; the upper is n + 1 - rank.
std::size_t median_interval_rank(std::size_t n);

// Median absolute deviation, scaled to the standard deviation of a normal distribution.
double scaled_mad(SampleSpan);
// Further than 5 scaled deviations from the median. Where all samples are (nearly) equal, 0.1 % of
// the median stands for the deviation. Outliers are told, never removed.
std::vector<bool> outliers(SampleSpan);
// Spread of the middle 80 %, scaled to a standard deviation, over the median; NaN where the median
// is not positive. Not from the MAD: that is blind to two groups of like size.
double relative_noise(SampleSpan);

// Medians of two groups where the samples fall into two, each with a tenth of them or more: one
// median alone would hide that.
std::optional<std::pair<double, double>> two_groups(SampleSpan);

}  // namespace gpuproof
