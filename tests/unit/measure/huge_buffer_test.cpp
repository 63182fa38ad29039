// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Alignment, offsets, and the kernel's account of huge pages.
#include "harness/measure/huge_buffer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <utility>

#include "harness/measure/host_array.h"

namespace gpuproof {
namespace {

TEST(HugeBuffer, starts_at_its_offset_behind_a_huge_page_boundary) {
  for (const Bytes offset : {Bytes{0}, Bytes{4352}, huge_page - 64}) {
    HugeBuffer buffer(3 * MiB + 5, offset);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % huge_page, offset);
    std::memset(buffer.data(), 1, buffer.bytes());
  }
}

TEST(HugeBuffer, moves_without_freeing_twice) {
  HugeBuffer first(1 * MiB, 0);
  auto* data = first.data();
  HugeBuffer second(std::move(first));
  EXPECT_EQ(second.data(), data);
  data[0] = std::byte{1};
}

TEST(HugeBuffer, impossible_sizes_are_refused) {
  EXPECT_THROW(HugeBuffer(Bytes{1} << 60, 0), std::runtime_error);
}

constexpr const char* smaps =
    "7f0000000000-7f0000800000 rw-p 00000000 00:00 0 \n"
    "Size:               8192 kB\n"
    "Rss:                8192 kB\n"
    "AnonHugePages:      6144 kB\n"
    "7f0001000000-7f0001001000 rw-p 00000000 00:00 0    [anon: x]\n"
    "Rss:                   4 kB\n"
    "AnonHugePages:         0 kB\n";

TEST(HugeShare, counts_only_mappings_that_overlap) {
  EXPECT_NEAR(huge_share_of(smaps, 0x7f0000000000, 0x7f0000800000), 0.75, 1e-9);
  EXPECT_EQ(huge_share_of(smaps, 0x7f0001000000, 0x7f0001001000), 0);
  EXPECT_TRUE(std::isnan(huge_share_of(smaps, 0x1000, 0x2000)));
  EXPECT_TRUE(std::isnan(huge_share_of("", 0, ~0ull)));
  EXPECT_TRUE(std::isnan(huge_share_of("Rss: what\nx-y z\n", 0, ~0ull)));
}

TEST(HugeShare, has_a_word_for_each_state) {
  EXPECT_EQ(page_kind(1.0), "huge");
  EXPECT_EQ(page_kind(0.5), "mixed");
  EXPECT_EQ(page_kind(0.0), "small");
  EXPECT_EQ(page_kind(std::nan("")), "unknown");
}

TEST(Slices, cover_everything_once_at_any_size) {
  for (const std::size_t threads : {1, 2, 3, 7, 192})
    for (const std::size_t n : {0u, 1u, 511u, 4097u, (1u << 20) + 3}) {
      std::size_t next = 0;
      for (std::size_t thread = 0; thread < threads; ++thread) {
        const auto [first, count] = slice_of(n, thread, threads);
        EXPECT_EQ(first, next);
        next = first + count;
      }
      EXPECT_EQ(next, n) << threads << " threads";
    }
}

}  // namespace
}  // namespace gpuproof
