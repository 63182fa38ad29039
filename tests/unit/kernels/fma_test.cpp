// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The multiply-add loops do every step of every chain: compared bit by bit with one value at a
// time.
#include "kernels/host/fma.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/host/dispatch.h"

namespace gpuproof::kernels {
namespace {

template <class T>
T one_chain(T x, T c, std::uint64_t iterations, bool fused) {
  for (; iterations > 0; --iterations) {
    volatile T square = x * x;  // volatile: no contraction, no excess precision
    x = fused ? std::fma(-x, x, c) : c - square;
  }
  return x;
}

template <class T>
void expect_exact(const FmaLoop<T>& loop, bool fused, std::uint64_t iterations) {
  std::vector<T> values(loop.chains + 1, T(0.25));
  for (std::size_t i = 0; i < loop.chains; ++i) values[i] = T(i + 1) / T(loop.chains + 1);
  const auto start = values;
  loop.run(values.data(), T(1.8), iterations);
  for (std::size_t i = 0; i < loop.chains; ++i)
    EXPECT_EQ(values[i], one_chain(start[i], T(1.8), iterations, fused)) << "chain " << i;
  EXPECT_EQ(values.back(), T(0.25)) << "written past the end";
}

TEST(FmaLoop, every_chain_is_exact_for_every_instruction_set) {
  for (const auto set : available_sets()) {
    SCOPED_TRACE(set_name(set));
    const auto& kernels = fma_kernels(set);
    for (const std::uint64_t iterations : {0, 1, 2, 1000}) {
      expect_exact(kernels.fp32, kernels.fused, iterations);
      expect_exact(kernels.fp64, kernels.fused, iterations);
    }
  }
}

TEST(FmaLoop, values_stay_finite_and_keep_moving) {
  for (const auto set : available_sets()) {
    const auto& loop = fma_kernels(set).fp64;
    std::vector<double> values(loop.chains, 0.3);
    loop.run(values.data(), 1.8, 1000000);
    const double before = values[0];
    EXPECT_LE(std::abs(before), 2.0);
    loop.run(values.data(), 1.8, 1);
    EXPECT_NE(values[0], before) << "a fixed point would draw no power";
  }
}

TEST(FmaLoop, vectors_have_at_least_twelve_accumulators) {
  for (const auto set : available_sets()) {
    if (set == InstructionSet::scalar) continue;
    const auto& kernels = fma_kernels(set);
    EXPECT_GE(kernels.fp32.chains / kernels.lanes_fp32, 12u);
    EXPECT_GE(kernels.fp64.chains / kernels.lanes_fp64, 12u);
  }
}

}  // namespace
}  // namespace gpuproof::kernels
