// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The chase order: a single cycle through every line, without a stride to guess.
#include "harness/measure/random_cycle.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace gpuproof {
namespace {

TEST(RandomCycle, visits_every_line_exactly_once) {
  for (const std::uint64_t n : {1u, 2u, 3u, 5u, 1023u, 1024u, 1025u, 1u << 20}) {
    const RandomCycle order(n);
    std::vector<bool> seen(n);
    for (std::uint64_t p = 0; p < n; ++p) {
      const auto line = order.at(p);
      ASSERT_LT(line, n);
      ASSERT_FALSE(seen[line]) << "n " << n << ", position " << p;
      seen[line] = true;
    }
    EXPECT_EQ(order.at(n), order.at(0));
    EXPECT_EQ(order.at(5 * n + 1), order.at(1));
  }
}

TEST(RandomCycle, no_stride_is_common) {
  const std::uint64_t n = 1u << 18;
  const RandomCycle order(n);
  std::map<std::int64_t, int> strides;
  for (std::uint64_t p = 0; p < n; ++p)
    ++strides[static_cast<std::int64_t>(order.at(p + 1)) - static_cast<std::int64_t>(order.at(p))];
  int most = 0;
  for (const auto& [stride, count] : strides) most = std::max(most, count);
  EXPECT_LT(most, static_cast<int>(n / 1000));
}

TEST(RandomCycle, seeds_give_different_orders) {
  const RandomCycle one(1000, 1), two(1000, 2);
  int same = 0;
  for (std::uint64_t p = 0; p < 1000; ++p) same += one.at(p) == two.at(p);
  EXPECT_LT(same, 20);
}

}  // namespace
}  // namespace gpuproof
