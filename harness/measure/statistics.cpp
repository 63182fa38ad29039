// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Order statistics over sorted copies.
#include "harness/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuproof {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double outlier_limit = 5;
constexpr double least_deviation = 1e-3;  // of the median

bool usable(SampleSpan samples) {
  return !samples.empty() &&
         std::none_of(samples.begin(), samples.end(), [](double x) { return std::isnan(x); });
}

std::vector<double> sorted(SampleSpan samples) {
  std::vector<double> copy(samples.begin(), samples.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

// Between equal neighbours (infinities too) no arithmetic: inf - inf is NaN.
double between(double low, double high, double fraction) {
  return low == high ? low : low + (high - low) * fraction;
}

double quantile_of_sorted(SampleSpan ordered, double p) {
  const double place = std::clamp(p, 0.0, 1.0) * static_cast<double>(ordered.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, ordered.size() - 1);
  const double fraction = place - static_cast<double>(below);
  return fraction == 0 ? ordered[below] : between(ordered[below], ordered[above], fraction);
}

// The place of the widest gap between the first and the last tenth.
std::size_t widest_gap(SampleSpan ordered, std::size_t margin) {
  std::size_t widest = margin;
  for (std::size_t i = margin; i + margin <= ordered.size(); ++i)
    if (ordered[i] - ordered[i - 1] > ordered[widest] - ordered[widest - 1]) widest = i;
  return widest;
}

}  // namespace

double quantile(SampleSpan samples, double p) {
  if (!usable(samples) || std::isnan(p)) return nan;
  return quantile_of_sorted(sorted(samples), p);
}

double median(SampleSpan samples) { return quantile(samples, 0.5); }

// X, the number of samples below the median, is binomial(n, 1/2). The interval from rank r to
// n + 1 - r covers the median when r <= X <= n - r: the tails are trimmed from the middle out.
std::size_t median_interval_rank(std::size_t n) {
  if (n < 6) return 1;
  std::size_t low = n / 2;
  const double count = static_cast<double>(n), at = static_cast<double>(low);
  double weight = std::exp(std::lgamma(count + 1) - std::lgamma(at + 1) -
                           std::lgamma(count - at + 1) - count * std::log(2.0));
  double covered = n % 2 == 0 ? weight : 2 * weight;  // odd n has two middle terms
  while (low > 1 && covered < 0.95) {
    weight *= static_cast<double>(low) / static_cast<double>(n - low + 1);
    covered += 2 * weight;
    --low;
  }
  return low;
}

Interval median_interval(SampleSpan samples) {
  if (!usable(samples)) return {nan, nan};
  const auto ordered = sorted(samples);
  const auto rank = median_interval_rank(ordered.size());
  return {ordered[rank - 1], ordered[ordered.size() - rank]};
}

double scaled_mad(SampleSpan samples) {
  const double centre = median(samples);
  if (!std::isfinite(centre)) return nan;
  std::vector<double> distances;
  for (const double x : samples) distances.push_back(std::abs(x - centre));
  return 1.4826 * median(distances);
}

std::vector<bool> outliers(SampleSpan samples) {
  const double centre = median(samples);
  const double deviation = std::max(scaled_mad(samples), least_deviation * std::abs(centre));
  std::vector<bool> flags;
  for (const double x : samples)
    flags.push_back(!(std::abs(x - centre) <= outlier_limit * deviation));
  return flags;
}

double relative_noise(SampleSpan samples) {
  const double centre = median(samples);
  if (!(centre > 0)) return nan;
  return (quantile(samples, 0.9) - quantile(samples, 0.1)) / 2.563 / centre;
}

std::optional<std::pair<double, double>> two_groups(SampleSpan samples) {
  const auto margin = std::max<std::size_t>(2, samples.size() / 10);
  if (!usable(samples) || samples.size() < 10) return std::nullopt;
  const auto ordered = sorted(samples);
  const auto cut = widest_gap(ordered, margin);
  const SampleSpan all(ordered), lower = all.first(cut), upper = all.subspan(cut);
  const double gap = upper.front() - lower.back();
  const double spread = std::max(scaled_mad(lower), scaled_mad(upper));
  // 3 % apart at least: two groups closer than that decide nothing.
  if (!(gap > 5 * spread && gap > 0.03 * std::abs(median(samples)))) return std::nullopt;
  return std::pair(median(lower), median(upper));
}

}  // namespace gpuproof
