// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Order statistics: known ranks, and sets that carry no answer.
#include "harness/measure/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace gpuproof {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();
using Values = std::vector<double>;

Values counting(int n) {
  Values values;
  for (int i = n; i >= 1; --i) values.push_back(i);
  return values;
}

double binomial_coverage(int n, std::size_t rank) {
  double sum = 0, term = std::pow(0.5, n);
  for (int x = 0; x <= n; ++x) {
    if (x >= static_cast<int>(rank) && x <= n - static_cast<int>(rank)) sum += term;
    term *= static_cast<double>(n - x) / (x + 1);
  }
  return sum;
}

TEST(Statistics, median_of_odd_and_even_counts) {
  EXPECT_EQ(median(Values{3, 1, 2}), 2);
  EXPECT_EQ(median(Values{4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median(Values{7}), 7);
}

TEST(Statistics, nothing_and_nan_have_no_median) {
  for (const auto& values : {Values{}, Values{1, nan, 3}}) {
    EXPECT_TRUE(std::isnan(median(values)));
    EXPECT_TRUE(std::isnan(quantile(values, 0.95)));
    EXPECT_TRUE(std::isnan(median_interval(values).low));
    EXPECT_TRUE(std::isnan(scaled_mad(values)));
    EXPECT_TRUE(std::isnan(relative_noise(values)));
    EXPECT_FALSE(two_groups(values));
  }
  EXPECT_FALSE(median(Values{1, nan}) >= 0) << "a floor must not be met";
}

TEST(Statistics, infinities_do_not_become_nan_by_arithmetic) {
  EXPECT_EQ(median(Values{1, inf, inf, inf}), inf);
  EXPECT_EQ(median(Values{1, 2, inf}), 2);
  EXPECT_TRUE(outliers(Values{1, 1, 1, 1, inf})[4]);
}

TEST(Statistics, quantiles_are_between_neighbours_and_clamped) {
  const auto values = counting(101);
  EXPECT_EQ(quantile(values, 0.05), 6);
  EXPECT_EQ(quantile(values, 0.95), 96);
  EXPECT_EQ(quantile(values, -1), 1);
  EXPECT_EQ(quantile(values, 2), 101);
  EXPECT_EQ(quantile(Values{0, 10}, 0.25), 2.5);
}

TEST(Statistics, interval_ranks_are_the_known_ones) {
  EXPECT_EQ(median_interval_rank(6), 1u);
  EXPECT_EQ(median_interval_rank(9), 2u);
  EXPECT_EQ(median_interval_rank(20), 6u);
  EXPECT_EQ(median_interval_rank(100), 40u);
}

TEST(Statistics, interval_covers_95_percent_and_no_narrower_one_does) {
  for (int n = 6; n <= 400; ++n) {
    const auto rank = median_interval_rank(static_cast<std::size_t>(n));
    EXPECT_GE(binomial_coverage(n, rank), 0.95 - 1e-9) << n;
    EXPECT_LT(binomial_coverage(n, rank + 1), 0.95 + 1e-9) << n;
  }
  const auto wide = median_interval_rank(1000000);
  EXPECT_NEAR(static_cast<double>(wide), 500000 - 980, 2) << "1.96 x half the root of n";
}

TEST(Statistics, few_samples_give_their_whole_range) {
  for (int n = 1; n < 6; ++n) {
    const auto interval = median_interval(counting(n));
    EXPECT_EQ(interval.low, 1);
    EXPECT_EQ(interval.high, n);
  }
}

TEST(Statistics, mad_is_scaled_to_a_normal_deviation) {
  std::mt19937 generator(7);
  std::normal_distribution<double> normal(100, 2);
  Values values(20000);
  for (auto& x : values) x = normal(generator);
  EXPECT_NEAR(scaled_mad(values), 2, 0.05);
  EXPECT_NEAR(relative_noise(values), 0.02, 0.0005);
}

TEST(Statistics, equal_samples_flag_only_what_leaves_a_tenth_percent) {
  Values values(20, 100.0);
  EXPECT_EQ(relative_noise(values), 0);
  values.push_back(100.4);
  values.push_back(101);
  const auto flags = outliers(values);
  EXPECT_FALSE(flags[0]);
  EXPECT_FALSE(flags[20]);
  EXPECT_TRUE(flags[21]);
}

TEST(Statistics, nan_is_an_outlier_and_noise_needs_a_positive_median) {
  EXPECT_TRUE(outliers(Values{1, 1, nan})[2]);
  EXPECT_TRUE(std::isnan(relative_noise(Values{0, 0, 0})));
  EXPECT_TRUE(std::isnan(relative_noise(Values{-1, -2})));
}

TEST(Statistics, two_groups_are_told_and_one_is_not) {
  Values two, one;
  std::mt19937 generator(11);
  std::normal_distribution<double> normal(0, 0.01);
  for (int i = 0; i < 40; ++i) {
    two.push_back((i % 2 ? 2.0 : 1.0) + normal(generator));
    one.push_back(1.0 + normal(generator));
  }
  const auto groups = two_groups(two);
  ASSERT_TRUE(groups);
  EXPECT_NEAR(groups->first, 1, 0.02);
  EXPECT_NEAR(groups->second, 2, 0.02);
  EXPECT_FALSE(two_groups(one));
  EXPECT_FALSE(two_groups(Values(50, 3.0)));
  one.push_back(9);
  EXPECT_FALSE(two_groups(one)) << "one outlier is no group";
}

}  // namespace
}  // namespace gpuproof
