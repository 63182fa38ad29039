// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A seeded order over n blocks that visits each exactly once, without a table: a Feistel network
// over the next even power of two, walked until it falls inside.
#pragma once

#include <bit>
#include <cstdint>

#include "harness/base/hash.h"

namespace gpuproof {

class Permutation {
 public:
  Permutation(std::uint64_t n, std::uint64_t key) : n_(n) {
    const auto width = static_cast<unsigned>(std::bit_width(n > 1 ? n - 1 : 1));
    half_ = (width + 1) / 2;
    mask_ = (std::uint64_t{1} << half_) - 1;
    for (unsigned round = 0; round < rounds; ++round) keys_[round] = mix64(key, round);
  }

  std::uint64_t size() const { return n_; }

  // i < size()
  std::uint64_t operator()(std::uint64_t i) const {
    do i = once(i);
    while (i >= n_);
    return i;
  }

 private:
  static constexpr unsigned rounds = 4;

  std::uint64_t once(std::uint64_t i) const {
    std::uint64_t left = i >> half_, right = i & mask_;
    for (const auto key : keys_) {
      std::uint64_t mixed = (right ^ key) * 0x9e3779b97f4a7c15u;
      mixed ^= mixed >> 32;
      const std::uint64_t next = left ^ ((mixed * 0xbf58476d1ce4e5b9u >> 24) & mask_);
      left = right;
      right = next;
    }
    return left << half_ | right;
  }

  std::uint64_t n_;
  unsigned half_;
  std::uint64_t mask_;
  std::uint64_t keys_[rounds];
};

}  // namespace gpuproof
