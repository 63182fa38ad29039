// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Exact comparison: counts beyond 32 bits, NaN, and the place of the first wrong value.
#include "harness/measure/verification.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace gpuproof {
namespace {

double index_of(std::size_t i) { return static_cast<double>(i); }

TEST(DataComparison, equal_data_has_no_mismatch) {
  const std::vector<double> data{5, 6, 7};
  const auto c = compare(data.data(), data.size(), 5, index_of);
  EXPECT_EQ(c.values, 3u);
  EXPECT_EQ(c.mismatches, 0u);
  EXPECT_TRUE(c.first.empty());
  EXPECT_TRUE(c.integrity("all").checked);
}

TEST(DataComparison, nan_is_a_mismatch_even_where_nan_is_expected) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> data{0, nan, 2};
  const auto c = compare(data.data(), 3, 0, index_of);
  EXPECT_EQ(c.mismatches, 1u);
  EXPECT_EQ(c.first, "[1]: expected 1, found nan");
  EXPECT_EQ(compare(&data[1], 1, 0, [&](std::size_t) { return nan; }).mismatches, 1u);
}

TEST(DataComparison, one_flipped_bit_is_found_and_named) {
  std::vector<std::uint64_t> data(1000);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = i;
  for (int bit = 0; bit < 64; ++bit) {
    data[777] ^= std::uint64_t{1} << bit;
    const auto c = compare(data.data(), data.size(), 0,
                           [](std::size_t i) { return static_cast<std::uint64_t>(i); });
    EXPECT_EQ(c.mismatches, 1u);
    EXPECT_EQ(c.first_index, 777u);
    data[777] ^= std::uint64_t{1} << bit;
  }
}

TEST(DataComparison, parts_add_up_and_the_lowest_index_is_first) {
  DataComparison all, late, early;
  late.miss(900, "1", "2");
  late.values = early.values = 10;
  early.miss(4, "3", "5");
  all.add(late);
  all.add(early);
  EXPECT_EQ(all.mismatches, 2u);
  EXPECT_EQ(all.first, "[4]: expected 3, found 5");
  EXPECT_EQ(all.values, 20u);
}

TEST(DataComparison, counts_saturate_and_never_wrap_to_zero) {
  DataComparison all, many;
  many.mismatches = ~std::uint64_t{0} - 1;
  many.values = ~std::uint64_t{0};
  all.add(many);
  all.add(many);
  EXPECT_EQ(all.mismatches, ~std::uint64_t{0});
  EXPECT_GT(all.integrity("x").mismatches, std::uint64_t{1} << 63);
}

TEST(DataComparison, nothing_compared_is_nothing_checked) {
  EXPECT_FALSE(DataComparison{}.integrity("x").checked);
}

TEST(Poison, is_no_number_and_never_equal) {
  EXPECT_TRUE(std::isnan(poison<double>()));
  EXPECT_TRUE(std::isnan(poison<float>()));
  const double stale = poison<double>();
  EXPECT_EQ(compare(&stale, 1, 0, index_of).mismatches, 1u);
}

}  // namespace
}  // namespace gpuproof
