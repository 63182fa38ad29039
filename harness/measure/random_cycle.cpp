// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// An invertible mix of k bits; where it leaves 0..n-1 it is applied again until it is back inside.
#include "harness/measure/random_cycle.h"

#include <bit>

namespace gpuproof {

RandomCycle::RandomCycle(std::uint64_t n, std::uint64_t seed) : n_(n) {
  const int bits = n > 2 ? std::bit_width(n - 1) : 1;
  mask_ = (std::uint64_t{1} << bits) - 1;
  shift_ = (bits + 1) / 2;
  factor_ = (seed * 0x9E3779B97F4A7C15u) | 1;
}

// Multiplying by an odd number and folding the upper half onto the lower are both invertible.
std::uint64_t RandomCycle::scramble(std::uint64_t x) const {
  for (int round = 0; round < 3; ++round) {
    x = (x * factor_ + 0xD1B54A32D192ED03u) & mask_;
    x ^= x >> shift_;
  }
  return x;
}

std::uint64_t RandomCycle::at(std::uint64_t position) const {
  std::uint64_t x = position % n_;
  do x = scramble(x);
  while (x >= n_);
  return x;
}

}  // namespace gpuproof
