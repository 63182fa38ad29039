// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Streaming kernels of every instruction set: exact results, tails and unaligned starts included.
#include "kernels/host/stream.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/host/dispatch.h"

namespace gpuproof::kernels {
namespace {

constexpr std::uint64_t untouched = 0xABABABABABABABABu;

struct StreamShape : ::testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(Sizes, StreamShape,
                         ::testing::Values(0, 1, 7, 31, 33, 4097, (1u << 20) + 3));

std::uint64_t word(std::size_t i) { return (i + 1) * 0x9E3779B97F4A7C15u; }

TEST_P(StreamShape, read_sums_every_word_once) {
  for (const auto set : available_sets())
    for (std::size_t offset = 0; offset < 3; ++offset) {
      std::vector<std::uint64_t> words(GetParam() + offset);
      std::uint64_t expected = 0;
      for (std::size_t i = 0; i < words.size(); ++i) words[i] = word(i);
      for (std::size_t i = offset; i < words.size(); ++i) expected += words[i];
      EXPECT_EQ(stream_kernels(set).read(words.data() + offset, GetParam()), expected)
          << set_name(set) << " from " << offset;
    }
}

TEST_P(StreamShape, copy_moves_every_word_and_no_other) {
  const auto n = GetParam();
  for (const auto set : available_sets())
    for (std::size_t offset = 0; offset < 9; offset += 2) {
      std::vector<std::uint64_t> from(n + 1), to(n + 16, untouched);
      for (std::size_t i = 0; i < n; ++i) from[i] = word(i);
      stream_kernels(set).copy(to.data() + offset, from.data(), n);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < to.size(); ++i)
        wrong += to[i] != (i >= offset && i < offset + n ? word(i - offset) : untouched);
      EXPECT_EQ(wrong, 0u) << set_name(set) << " to " << offset;
    }
}

TEST_P(StreamShape, triad_is_exact_and_stays_inside) {
  const auto n = GetParam();
  for (const auto set : available_sets())
    for (std::size_t offset = 0; offset < 9; offset += 2) {
      std::vector<double> a(n + 16, -1), b(n), c(n);
      for (std::size_t i = 0; i < n; ++i) b[i] = static_cast<double>(i), c[i] = 7.0 + i % 1013;
      stream_kernels(set).triad(a.data() + offset, b.data(), c.data(), 3.0, n);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        const auto k = i - offset;
        wrong += a[i] != (i >= offset && k < n ? static_cast<double>(k + 3 * (7 + k % 1013)) : -1);
      }
      EXPECT_EQ(wrong, 0u) << set_name(set) << " to " << offset;
    }
}

}  // namespace
}  // namespace gpuproof::kernels
