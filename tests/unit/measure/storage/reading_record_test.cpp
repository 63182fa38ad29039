// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/reading_record.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "harness/base/error.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

constexpr Bytes claimed = GiB;

BenchRecord traffic(Bytes read, Bytes written = 0) {
  BenchRecord record;
  const auto counted = traffic_between({.drives = {{"vda", {}}}},
                                       {.drives = {{"vda", {1000, 5, read, written}}}}, claimed);
  judge_traffic(record, counted, claimed, "vda");
  return record;
}

TEST(ReadingRecord, drive_that_read_it_all_confirms) {
  const auto record = traffic(claimed);
  EXPECT_TRUE(record.disturbances.empty());
  EXPECT_EQ(record.conditions.at("drive_bytes"), "100.0 % of the bytes read here");
  EXPECT_EQ(record.conditions.at("drive_merges"), "5");
}

// Field case: 11.7 GB/s from hard disks whose counters did not move.
TEST(ReadingRecord, a_cache_is_implausible) {
  for (const Bytes read : {Bytes{0}, claimed / 10, claimed / 100 * 94}) {
    try {
      traffic(read);
      FAIL() << read;
    } catch (const Implausible& error) {
      EXPECT_TRUE(contains(error.what(), "a cache answered")) << error.what();
    }
  }
  EXPECT_TRUE(traffic(claimed / 100 * 96).disturbances.empty());
}

TEST(ReadingRecord, traffic_of_others_is_a_disturbance) {
  EXPECT_TRUE(contains(join(traffic(claimed / 4 * 5).disturbances, ";"), "others read from vda"));
  EXPECT_TRUE(
      contains(join(traffic(claimed, claimed / 5).disturbances, ";"), "others wrote to vda"));
  EXPECT_TRUE(traffic(claimed, 8 * MiB).disturbances.empty());
}

TEST(ReadingRecord, counters_that_cannot_be_read_prove_nothing) {
  BenchRecord record;
  judge_traffic(record, traffic_between({.problem = "no /sys here"}, {}, claimed), claimed, "vda");
  EXPECT_TRUE(contains(join(record.disturbances, ";"), "nothing proves that the drive answered"));
}

TEST(ReadingRecord, wrong_data_are_a_mismatch_with_their_place) {
  BenchRecord record;
  ReadTotals totals;
  totals.jobs.words_checked = 512;
  totals.jobs.mismatches = 2;
  totals.jobs.first_mismatch = WordMismatch{8192, 1, 2};
  EXPECT_THROW(judge_content(record, {.data_seed = 1}, totals), Mismatch);
  ASSERT_TRUE(record.integrity);
  EXPECT_EQ(record.integrity->mismatches, 2u);
  EXPECT_TRUE(contains(record.integrity->first_mismatch, "offset 8192"));
}

TEST(ReadingRecord, a_lost_block_fails_the_data_a_refused_read_does_not) {
  BenchRecord lost, refused;
  ReadTotals totals;
  totals.fault = ReadFault{4096, 4096, -EIO};
  EXPECT_THROW(judge_content(lost, {.data_seed = 1}, totals), Error);
  ASSERT_TRUE(lost.integrity);
  EXPECT_EQ(lost.integrity->mismatches, 1u);
  totals.fault->result = -EINVAL;
  EXPECT_THROW(judge_content(refused, {.data_seed = 1}, totals), Error);
  EXPECT_FALSE(refused.integrity);
}

TEST(ReadingRecord, nothing_checked_is_not_a_check) {
  BenchRecord record;
  judge_content(record, {.data_seed = 1}, {});
  EXPECT_FALSE(record.integrity);
}

TEST(ReadingRecord, zeros_of_a_raw_device_are_a_disturbance) {
  BenchRecord record;
  ReadTotals totals;
  totals.jobs.blocks_checked = 1000;
  judge_zeros(record, totals);
  EXPECT_TRUE(record.disturbances.empty());
  totals.jobs.zero_blocks = 500;
  judge_zeros(record, totals);
  EXPECT_TRUE(contains(join(record.disturbances, ";"), "never written"));
}

TEST(ReadingRecord, percentiles_only_with_enough_reads) {
  BenchRecord record;
  Histogram latency;
  for (int i = 0; i < 500; ++i) latency.add(100'000);
  tell_latency(record, latency);
  EXPECT_EQ(record.conditions.at("latency_p50"), "100.0 us");
  EXPECT_EQ(record.conditions.count("latency_p99"), 0u);
  EXPECT_EQ(record.conditions.count("latency_p99.9"), 0u);
  EXPECT_EQ(record.conditions.at("latency_max"), "100.0 us");
}

}  // namespace
}  // namespace gpuproof
