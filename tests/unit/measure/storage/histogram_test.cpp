// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "harness/base/hash.h"

namespace gpuproof {
namespace {

double true_quantile(std::vector<std::uint64_t> values, double q) {
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(values.size())));
  return static_cast<double>(values[std::max<std::size_t>(rank, 1) - 1]);
}

// Latencies with a long tail: 1 us to 1 s.
std::vector<std::uint64_t> long_tailed(std::size_t n, std::uint64_t seed) {
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < n; ++i) {
    const double u = static_cast<double>(mix64(seed, i) >> 11) * 0x1p-53;
    values.push_back(static_cast<std::uint64_t>(1e3 * std::pow(10, 6 * u * u)));
  }
  return values;
}

TEST(Histogram, merged_parts_give_the_quantiles_of_all_values_within_one_percent) {
  std::vector<std::uint64_t> all;
  Histogram merged;
  for (std::uint64_t part = 0; part < 4; ++part) {
    Histogram one;
    for (const auto value : long_tailed(5000 * (part + 1), part)) {
      one.add(value);
      all.push_back(value);
    }
    merged.merge(one);
  }
  EXPECT_EQ(merged.count(), all.size());
  EXPECT_EQ(merged.max(), *std::max_element(all.begin(), all.end()));
  for (const double q : {0.0, 0.01, 0.5, 0.9, 0.99, 0.999}) {
    const double expected = true_quantile(all, q);
    ASSERT_TRUE(merged.quantile(q));
    EXPECT_NEAR(*merged.quantile(q), expected, expected * 0.01) << q;
  }
}

TEST(Histogram, quantile_is_absent_with_too_few_values) {
  Histogram h;
  EXPECT_FALSE(h.quantile(0.5));
  for (int i = 0; i < 500; ++i) h.add(1000);
  EXPECT_TRUE(h.quantile(0.5));
  EXPECT_FALSE(h.quantile(0.99));
  EXPECT_FALSE(h.quantile(0.999));
  for (int i = 0; i < 500; ++i) h.add(1000);
  EXPECT_TRUE(h.quantile(0.99));  // exactly 10 / 0.01
  EXPECT_FALSE(h.quantile(0.999));
}

TEST(Histogram, one_quantile_and_nonsense_are_absent) {
  Histogram h;
  for (int i = 0; i < 100; ++i) h.add(1);
  EXPECT_FALSE(h.quantile(1));
  EXPECT_FALSE(h.quantile(-0.1));
  EXPECT_FALSE(h.quantile(std::nan("")));
}

TEST(Histogram, holds_zero_and_the_largest_value) {
  Histogram h;
  for (int i = 0; i < 30; ++i) h.add(0);
  EXPECT_EQ(h.quantile(0.5), 0.0);
  Histogram top;
  for (int i = 0; i < 30; ++i) top.add(std::numeric_limits<std::uint64_t>::max());
  EXPECT_NEAR(*top.quantile(0.5), 0x1p64, 0x1p64 * 0.01);
}

TEST(Histogram, small_values_are_exact) {
  Histogram h;
  for (int i = 0; i < 40; ++i) h.add(200);
  EXPECT_EQ(h.quantile(0.5), 200.0);
}

}  // namespace
}  // namespace gpuproof
