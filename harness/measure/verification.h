// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Exact comparison of results. Counts are 64 bits wide, NaN is never right, and the first wrong
// value is named. Outputs are poisoned before a checked run, so that old data cannot pass.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/record/bench_record.h"

namespace gpuproof {

std::string value_text(double);
std::string value_text(std::uint64_t);

struct DataComparison {
  std::uint64_t values = 0, mismatches = 0;
  std::uint64_t first_index = ~std::uint64_t{0};
  std::string first;  // "[17]: expected 3, found nan"

  void miss(std::uint64_t index, const std::string& expected, const std::string& found);
  // Parts of one array, in any order: the lowest index is the first mismatch.
  void add(const DataComparison& part);
  Integrity integrity(const std::string& how) const;
};

// data[0..n) against expected(i) for i from `begin`: a part of a larger array.
template <class T, class Expected>
DataComparison compare(const T* data, std::size_t n, std::size_t begin, Expected expected) {
  DataComparison result;
  result.values = n;
  for (std::size_t i = 0; i < n; ++i) {
    const T right = expected(begin + i);
    if (data[i] == right) continue;
    if (result.mismatches == 0)
      result.miss(begin + i, value_text(right), value_text(data[i]));
    else
      ++result.mismatches;
  }
  return result;
}

// A signalling NaN, respectively a pattern that no generator of ours gives.
template <class T>
constexpr T poison() {
  if constexpr (sizeof(T) == sizeof(float)) {
    return std::bit_cast<T>(std::uint32_t{0xFFA5A5A5});
  } else {
    static_assert(sizeof(T) == sizeof(std::uint64_t));
    return std::bit_cast<T>(std::uint64_t{0xFFF5A5A5A5A5A5A5});
  }
}

}  // namespace gpuproof
