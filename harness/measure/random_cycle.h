// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A pseudo-random order of 0..n-1 that can be asked at any position: a ring in this order is one
// single cycle, and threads can link its parts at the same time.
#pragma once

#include <cstdint>

namespace gpuproof {

class RandomCycle {
 public:
  // n of 1 or more.
  explicit RandomCycle(std::uint64_t n, std::uint64_t seed = 1);
  // What stands at this position; positions repeat after n.
  std::uint64_t at(std::uint64_t position) const;

 private:
  std::uint64_t scramble(std::uint64_t) const;

  std::uint64_t n_, mask_ = 1;
  int shift_ = 1;
  std::uint64_t factor_;
};

}  // namespace gpuproof
