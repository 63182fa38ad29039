// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The chase follows each link, and the clock chain adds each time.
#include "kernels/host/chase.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/host/clock_chain.h"
#include "kernels/host/dispatch.h"

namespace gpuproof::kernels {
namespace {

TEST(Chase, arrives_after_exactly_that_many_links) {
  std::vector<const void*> ring(37);
  for (std::size_t i = 0; i < ring.size(); ++i) ring[i] = &ring[(i + 5) % ring.size()];
  for (const std::uint64_t steps : {0, 1, 15, 16, 17, 100, 1003})
    EXPECT_EQ(chase(&ring[0], steps), &ring[5 * steps % ring.size()]) << steps;
}

TEST(ClockChain, adds_once_per_counted_addition) {
  EXPECT_EQ(clock_chain(0, 3), 0u);
  EXPECT_EQ(clock_chain(1, 3), 3 * clock_chain_block);
  EXPECT_EQ(clock_chain(1000, 7), 7000 * clock_chain_block);
}

TEST(Dispatch, scalar_is_always_there_and_first) {
  const auto sets = available_sets();
  ASSERT_FALSE(sets.empty());
  EXPECT_EQ(sets.front(), InstructionSet::scalar);
  for (const auto set : sets) {
    EXPECT_EQ(stream_kernels(set).set, set);
    EXPECT_EQ(fma_kernels(set).set, set);
  }
}

}  // namespace
}  // namespace gpuproof::kernels
