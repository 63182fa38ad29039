// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/read_job.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <set>

#include "harness/base/text.h"
#include "tests/unit/measure/storage/fake_drive.h"

namespace gpuproof {
namespace {

// One job over one made-up drive, stopped after a count of reads.
struct Bench {
  explicit Bench(unsigned depth = 1) : buffers(depth, 4096), drive(clock, buffers) {
    spec.depth = depth;
    drive.on_stop = [this] { board.stop(); };
  }
  JobTotals run() { return ReadJob(drive, buffers, spec, 0, clock, board).run(); }
  std::vector<ReadWindow> windows(std::size_t n) {
    std::vector<ReadWindow> all;
    while (all.size() < n) all.push_back(*board.next());
    return all;
  }

  DriveClock clock;
  ReadSpec spec{.first = MiB,
                .bytes = 16 * MiB,
                .random = true,
                .seed = 3,
                .window_s = 0.01,
                .data_seed = 7,
                .check_bytes = 40960};
  WindowBoard board{1, 0.01};
  ReadBuffers buffers;
  FakeDrive drive;
};

TEST(ReadJob, counts_reads_in_the_window_they_complete_in) {
  Bench bench;
  const auto totals = bench.run();  // 1000 reads of 0.1 ms, then 10 to check
  const auto windows = bench.windows(9);
  EXPECT_EQ(windows[0].reads, 99u);  // the read that ends at the boundary is the next one's
  EXPECT_EQ(windows[1].reads, 100u);
  EXPECT_EQ(windows[8].reads, 100u);
  EXPECT_DOUBLE_EQ(windows[0].seconds, 0.01);
  EXPECT_NEAR(*windows[0].latency_ns.quantile(0.5), 100e3, 1e3);
  EXPECT_EQ(totals.reads, 1000u + 10);
}

TEST(ReadJob, compares_what_it_reads_after_the_timed_part) {
  Bench bench;
  const auto totals = bench.run();
  EXPECT_EQ(totals.blocks_checked, 11u);  // the one that ended the timed part, and 40 KiB more
  EXPECT_EQ(totals.words_checked, 11u * 512);
  EXPECT_EQ(totals.mismatches, 0u);
}

TEST(ReadJob, wrong_data_are_counted) {
  Bench bench;
  bench.drive.shift = 4096;
  const auto totals = bench.run();
  EXPECT_EQ(totals.mismatches, totals.words_checked);
  ASSERT_TRUE(totals.first_mismatch);
  EXPECT_NE(totals.first_mismatch->expected, totals.first_mismatch->found);
}

// A drive that stops once for a second: the stall is in the longest latency, the windows inside
// it are empty, and no read is credited to the time it did not happen in.
TEST(ReadJob, a_stall_shows_in_latency_and_in_empty_windows) {
  Bench bench;
  bench.drive.service = [](std::uint64_t i) -> Nanoseconds {
    return i == 500 ? 1'000'000'000 : 100'000;
  };
  bench.run();
  std::size_t empty = 0;
  Histogram all;
  for (const auto& window : bench.windows(108)) {
    empty += window.reads == 0;
    all.merge(window.latency_ns);
  }
  EXPECT_GE(empty, 98u);
  EXPECT_EQ(all.max(), 1'000'000'000u);
}

TEST(ReadJob, every_read_in_flight_suffers_the_stall) {
  Bench bench(16);
  bench.drive.service = [](std::uint64_t i) -> Nanoseconds {
    return i == 300 ? 1'000'000'000 : 100'000;
  };
  bench.run();
  Histogram all;
  for (const auto& window : bench.windows(108)) all.merge(window.latency_ns);
  EXPECT_GT(all.quantile(0.985).value_or(0), 9e8);  // 16 of some 800 reads
  EXPECT_LT(all.quantile(0.97).value_or(1e9), 2e6);
}

TEST(ReadJob, a_stall_at_the_end_is_not_lost) {
  Bench bench;
  bench.spec.check_bytes = 0;
  bench.drive.service = [](std::uint64_t i) -> Nanoseconds {
    return i == 999 ? 2'000'000'000 : 100'000;
  };
  const auto totals = bench.run();
  EXPECT_EQ(totals.unfinished_ns.max(), 2'000'000'000u);
}

TEST(ReadJob, a_failed_read_ends_all_with_its_offset) {
  Bench bench(4);
  bench.drive.result = [](std::uint64_t i) -> std::int64_t { return i == 20 ? -EIO : 4096; };
  const auto totals = bench.run();
  EXPECT_EQ(totals.reads, 20u);  // what completed, no more
  const auto fault = bench.board.fault();
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->offset, bench.drive.offsets[20]);
  EXPECT_EQ(fault->result, -EIO);
  EXPECT_TRUE(contains(fault->text(), "Input/output error")) << fault->text();
  EXPECT_FALSE(bench.board.next());
}

TEST(ReadJob, a_short_read_is_not_a_whole_one) {
  Bench bench;
  bench.drive.result = [](std::uint64_t i) -> std::int64_t { return i == 7 ? 512 : 4096; };
  EXPECT_EQ(bench.run().reads, 7u);
  ASSERT_TRUE(bench.board.fault());
  EXPECT_TRUE(contains(bench.board.fault()->text(), "short, with 512 bytes"));
}

TEST(ReadJob, no_block_comes_twice_in_a_pass) {
  Bench bench(4);
  bench.drive.stop_at = 4000;
  bench.run();
  const auto& offsets = bench.drive.offsets;
  EXPECT_EQ(std::set<Bytes>(offsets.begin(), offsets.begin() + 4000).size(), 4000u);
  for (const auto offset : offsets) {
    EXPECT_GE(offset, MiB);
    EXPECT_LT(offset, 17 * MiB);
    EXPECT_EQ(offset % 4096, 0u);
  }
}

TEST(BlockOrder, jobs_share_a_pass_without_overlap) {
  for (const bool random : {false, true}) {
    const ReadSpec spec{.bytes = 1000 * 4096, .random = random, .depth = 3, .jobs = 3};
    std::set<Bytes> seen;
    std::size_t reads = 0;
    for (unsigned job = 0; job < 3; ++job) {
      BlockOrder order(spec, job);
      for (auto offset = order.next_offset(); order.passes() == 0; offset = order.next_offset()) {
        seen.insert(offset);
        ++reads;
      }
    }
    EXPECT_EQ(reads, 1000u);
    EXPECT_EQ(seen.size(), 1000u);
  }
}

TEST(BlockOrder, passes_differ) {
  const ReadSpec spec{.bytes = 100 * 4096, .random = true};
  BlockOrder order(spec, 0);
  std::vector<Bytes> first, second;
  for (int i = 0; i < 100; ++i) first.push_back(order.next_offset());
  for (int i = 0; i < 100; ++i) second.push_back(order.next_offset());
  EXPECT_NE(first, second);
}

}  // namespace
}  // namespace gpuproof
