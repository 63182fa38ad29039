// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/device_counters.h"

#include <gtest/gtest.h>

namespace gpuproof {
namespace {

CounterReading reading(std::uint64_t reads, std::uint64_t bytes, std::string name = "nvme0n1") {
  return {.drives = {{std::move(name), {reads, 10, bytes, 0}}}};
}

TEST(DeviceCounters, parses_old_and_new_stat_lines) {
  const auto old_line =
      parse_block_stat("  33738 8650 3474466 18040 11219 10801 2515976 6884 0 1 2");
  ASSERT_TRUE(old_line);
  EXPECT_EQ(old_line->reads, 33738u);
  EXPECT_EQ(old_line->read_merges, 8650u);
  EXPECT_EQ(old_line->read_bytes, 3474466u * 512);
  EXPECT_EQ(old_line->written_bytes, 2515976u * 512);
  EXPECT_TRUE(parse_block_stat("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n"));
  EXPECT_FALSE(parse_block_stat(""));
  EXPECT_FALSE(parse_block_stat("1 2 3"));
  EXPECT_FALSE(parse_block_stat("1 2 x 4 5 6 7 8 9 10 11"));
  EXPECT_FALSE(parse_block_stat("1 2 -3 4 5 6 7 8 9 10 11"));
}

TEST(DeviceCounters, bytes_from_the_drive_confirm_the_claim) {
  const auto traffic = traffic_between(reading(100, 0), reading(1100, 1000 * 4096), 1000 * 4096);
  EXPECT_TRUE(traffic.confirms());
  EXPECT_DOUBLE_EQ(traffic.share, 1);
  EXPECT_DOUBLE_EQ(traffic.mean_read_bytes, 4096);
}

TEST(DeviceCounters, a_tenth_of_the_claimed_bytes_is_a_cache) {
  const auto traffic = traffic_between(reading(0, 0), reading(100, 100 * 4096), 1000 * 4096);
  EXPECT_TRUE(traffic.problem.empty());
  EXPECT_FALSE(traffic.confirms());
  EXPECT_FALSE(traffic_between(reading(0, 0), reading(0, 0), 1 << 20).confirms());
}

TEST(DeviceCounters, members_of_an_array_add_up) {
  CounterReading before, after;
  before.drives = {{"nvme0n1", {0, 0, 0, 0}}, {"nvme1n1", {0, 0, 0, 0}}};
  after.drives = {{"nvme0n1", {5, 0, 500, 0}}, {"nvme1n1", {5, 0, 500, 0}}};
  EXPECT_TRUE(traffic_between(before, after, 1000).confirms());
}

TEST(DeviceCounters, what_cannot_be_read_confirms_nothing) {
  EXPECT_FALSE(traffic_between(reading(5, 500), reading(4, 400), 100).confirms());
  EXPECT_FALSE(traffic_between(reading(0, 0), reading(9, 900, "sdb"), 100).confirms());
  EXPECT_FALSE(traffic_between(reading(0, 0), reading(9, 900), 0).confirms());
  EXPECT_FALSE(read_drive_counters({}).problem.empty());
  EXPECT_FALSE(read_drive_counters({"no-such-drive"}).problem.empty());
}

}  // namespace
}  // namespace gpuproof
