// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/ring_reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/measure/storage/device_counters.h"
#include "harness/measure/storage/target_probe.h"
#include "harness/measure/storage/test_file.h"
#include "tests/unit/measure/storage/temporary_folder.h"

namespace gpuproof {
namespace {

std::unique_ptr<ReadQueue> threads(int fd, ReadBuffers& buffers, const QueueWish&) {
  return make_pread_queue(fd, buffers);
}

class RingReading : public ::testing::Test {
 protected:
  RingReading()
      : file_({.folder = folder_.path(), .run_id = "unit", .bytes = 16 * MiB, .seed = 7}) {}

  ReadSpec spec() const {
    return {.first = MiB,
            .bytes = 15 * MiB,
            .random = true,
            .seed = 1,
            .depth = 8,
            .jobs = 2,
            .window_s = 0.02,
            .data_seed = 7,
            .check_bytes = 4 * MiB};
  }

  ReadTotals read(const ReadSpec& spec, RingReader::QueueMaker maker = make_read_queue) {
    RingReader reader(file_.fd(), spec, system_clock(), std::move(maker));
    for (int i = 0; i < 3; ++i) {
      const auto window = reader.next();
      if (window) reads_ += window->reads;
    }
    return reader.finish();
  }

  TemporaryFolder folder_;
  TestFile file_;
  std::uint64_t reads_ = 0;
};

TEST_F(RingReading, io_uring_reads_and_checks) {
  const auto totals = read(spec());
  EXPECT_FALSE(totals.fault);
  EXPECT_GT(reads_, 0u);
  EXPECT_GE(totals.jobs.blocks_checked, 4 * MiB / 4096);
  EXPECT_EQ(totals.jobs.mismatches, 0u);
  EXPECT_EQ(totals.bytes, totals.jobs.reads * 4096);
}

TEST_F(RingReading, threads_read_the_same) {
  const auto totals = read(spec(), threads);
  EXPECT_EQ(totals.queue.engine, "pread threads");
  EXPECT_FALSE(totals.fault);
  EXPECT_GT(reads_, 0u);
  EXPECT_EQ(totals.jobs.mismatches, 0u);
  EXPECT_GE(totals.jobs.blocks_checked, 4 * MiB / 4096);
}

TEST_F(RingReading, a_wrong_bit_on_the_drive_is_found) {
  const FileHandle other(::open(file_.path().c_str(), O_WRONLY | O_CLOEXEC));
  const std::string wrong(15 * MiB, 'x');
  ASSERT_EQ(::pwrite(other.get(), wrong.data(), wrong.size(), MiB),
            static_cast<ssize_t>(wrong.size()));
  ASSERT_EQ(::fsync(other.get()), 0);
  EXPECT_GT(read(spec()).jobs.mismatches, 0u);
}

TEST_F(RingReading, a_file_that_ends_early_gives_a_fault_not_a_rate) {
  ASSERT_EQ(::truncate(file_.path().c_str(), 8 * MiB), 0);
  for (const auto& maker : {RingReader::QueueMaker(make_read_queue), {threads}}) {
    const auto totals = read(spec(), maker);
    ASSERT_TRUE(totals.fault);
    EXPECT_GE(totals.fault->offset, 8 * MiB);
    EXPECT_EQ(totals.fault->result, 0);
  }
}

// Field case: a cached file. Direct reads must come from the drive all the same, and the drive's
// own counters say so.
TEST_F(RingReading, a_cached_file_is_still_read_from_the_drive) {
  const Target target = vet_target(probe_folder(folder_.path()));
  if (target.use != TargetUse::usable) GTEST_SKIP() << join(target.reasons, "; ");
  EXPECT_EQ(read_input_file(file_.path()).size(), 16 * MiB);  // now in the page cache
  const auto before = read_drive_counters(target.drives);
  const auto totals = read(spec());
  const auto traffic = traffic_between(before, read_drive_counters(target.drives), totals.bytes);
  EXPECT_TRUE(traffic.problem.empty()) << traffic.problem;
  EXPECT_TRUE(traffic.confirms()) << traffic.share;
}

TEST_F(RingReading, reads_through_the_page_cache_are_not_confirmed) {
  const Target target = vet_target(probe_folder(folder_.path()));
  if (target.use != TargetUse::usable) GTEST_SKIP() << join(target.reasons, "; ");
  const FileHandle buffered(::open(file_.path().c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(read_input_file(file_.path()).size(), 16 * MiB);
  const auto before = read_drive_counters(target.drives);
  RingReader reader(buffered.get(), spec());
  for (int i = 0; i < 3; ++i) reader.next();
  const auto totals = reader.finish();
  const auto traffic = traffic_between(before, read_drive_counters(target.drives), totals.bytes);
  EXPECT_FALSE(traffic.confirms()) << traffic.share;
}

TEST_F(RingReading, what_a_job_throws_reaches_the_caller) {
  const auto maker = [](int, ReadBuffers&, const QueueWish&) -> std::unique_ptr<ReadQueue> {
    throw Unavailable("no queue today");
  };
  RingReader reader(file_.fd(), spec(), system_clock(), maker);
  EXPECT_THROW(reader.next(), Unavailable);
}

TEST_F(RingReading, can_be_left_without_finish) {
  RingReader reader(file_.fd(), spec());
  reader.next();
}

TEST_F(RingReading, a_range_smaller_than_its_jobs_is_refused) {
  auto small = spec();
  small.bytes = 4096;
  EXPECT_THROW(RingReader(file_.fd(), small), InputError);
}

TEST_F(RingReading, a_bad_descriptor_is_a_fault) {
  RingReader reader(-1, spec());
  EXPECT_FALSE(reader.next());
  ASSERT_TRUE(reader.finish().fault);
}

TEST(ReadQueue, threads_give_the_error_of_each_read) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const FileHandle in(ends[0]), out(ends[1]);
  ReadBuffers buffers(2, 4096);
  const auto queue = make_pread_queue(in.get(), buffers);
  queue->prepare(0, 0);
  queue->prepare(1, 4096);
  std::vector<ReadDone> done;
  queue->wait(2, done);
  ASSERT_EQ(done.size(), 2u);
  EXPECT_EQ(done[0].result, -ESPIPE);
}

TEST(ReadQueue, buffers_beyond_the_lock_limit_are_read_unregistered_and_it_is_named) {
  if (::geteuid() == 0) GTEST_SKIP() << "the limit does not bind root";
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_MEMLOCK, &old), 0);
  const rlimit low{64 * KiB, old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_MEMLOCK, &low), 0);
  ReadBuffers buffers(8, MiB);
  const auto queue = make_read_queue(0, buffers, {});
  ::setrlimit(RLIMIT_MEMLOCK, &old);
  EXPECT_TRUE(contains(join(queue->facts().notes, ";"), "ulimit -l"));
}

TEST(ReadBuffers, are_aligned_and_tell_their_huge_pages) {
  const ReadBuffers buffers(32, 128 * KiB);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffers.data()) % (2 * MiB), 0u);
  EXPECT_EQ(buffers.bytes(), 4 * MiB);
  EXPECT_LE(buffers.huge_bytes(), 4 * MiB);
}

}  // namespace
}  // namespace gpuproof
