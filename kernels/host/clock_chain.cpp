// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Register operands only: some cores (Golden Cove) fold additions of constants at rename, where
// they cost no clock.
#include "kernels/host/clock_chain.h"

namespace gpuproof::kernels {
namespace {

#if defined(__x86_64__)
inline void add(std::uint64_t& sum, std::uint64_t step) {
  asm volatile("addq %1, %0" : "+r"(sum) : "r"(step) : "cc");
}
#elif defined(__aarch64__)
inline void add(std::uint64_t& sum, std::uint64_t step) {
  asm volatile("add %0, %0, %1" : "+r"(sum) : "r"(step));
}
#else
inline void add(std::uint64_t& sum, std::uint64_t step) {
  sum += step;
  asm volatile("" : "+r"(sum));
}
#endif

}  // namespace

std::uint64_t clock_chain(std::uint64_t blocks, std::uint64_t step) {
  std::uint64_t sum = 0;
  for (; blocks > 0; --blocks) {
#pragma GCC unroll 64
    for (std::uint64_t i = 0; i < clock_chain_block; ++i) add(sum, step);
  }
  return sum;
}

}  // namespace gpuproof::kernels
