// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/permutation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gpuproof {
namespace {

TEST(Permutation, visits_each_block_once) {
  for (const std::uint64_t n : {1, 2, 3, 7, 64, 65, 1000, 65536, 65537, 524032}) {
    const Permutation order(n, 42);
    std::vector<bool> seen(n);
    for (std::uint64_t i = 0; i < n; ++i) {
      const auto block = order(i);
      ASSERT_LT(block, n);
      ASSERT_FALSE(seen[block]) << n << " " << i;
      seen[block] = true;
    }
  }
}

TEST(Permutation, differs_by_key) {
  const Permutation a(100000, 1), b(100000, 2);
  int same = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) same += a(i) == b(i);
  EXPECT_LT(same, 10);
}

// Neighbours in the order must be far apart on the drive: their mean distance is n / 3 for a
// random order, and almost none may be adjacent.
TEST(Permutation, looks_random_to_a_drive) {
  const std::uint64_t n = 524032;
  const Permutation order(n, 7);
  double distance = 0;
  int adjacent = 0;
  for (std::uint64_t i = 0; i + 1 < 100000; ++i) {
    const auto a = static_cast<double>(order(i)), b = static_cast<double>(order(i + 1));
    distance += std::fabs(a - b) / 99999;
    adjacent += std::fabs(a - b) <= 1;
  }
  EXPECT_NEAR(distance / static_cast<double>(n), 1.0 / 3, 0.01);
  EXPECT_LT(adjacent, 10);
}

}  // namespace
}  // namespace gpuproof
