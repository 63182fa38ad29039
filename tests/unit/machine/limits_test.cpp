// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

TEST(Limits, the_tightest_group_above_counts) {
  TestTree tree;
  tree.file("/sys/fs/cgroup/cgroup.controllers", "cpu memory\n")
      .file("/proc/self/cgroup", "0::/system.slice/job.service/task\n")
      .files("/sys/fs/cgroup/system.slice", {{"memory.max", "max"}, {"cpu.max", "max 100000"}})
      .files("/sys/fs/cgroup/system.slice/job.service",
             {{"memory.max", "8589934592"}, {"cpu.max", "350000 100000"}})
      .files("/sys/fs/cgroup/system.slice/job.service/task",
             {{"memory.max", "17179869184"}, {"cpu.max", "max 100000"}});
  const auto limits = tree.read("limits").limits;
  EXPECT_TRUE(limits.cgroup_version.is(2));
  EXPECT_TRUE(limits.cgroup_memory_bytes.is(8589934592u));
  EXPECT_TRUE(limits.cgroup_cpus.is(3.5));
}

TEST(Limits, no_limit_is_absent_and_nonsense_unreadable) {
  TestTree tree;
  tree.file("/sys/fs/cgroup/cgroup.controllers", "")
      .file("/proc/self/cgroup", "0::/\n")
      .files("/sys/fs/cgroup", {{"memory.max", "max"}, {"cpu.max", "many 100000"}});
  const auto limits = tree.read("limits").limits;
  EXPECT_TRUE(limits.cgroup_memory_bytes.is_absent());
  EXPECT_TRUE(limits.cgroup_cpus.is_unreadable());
}

TEST(Limits, reads_version_1_and_its_container_view) {
  TestTree tree;
  // The container sees its own group as the root, while /proc names the path on the host.
  tree.file("/proc/self/cgroup", "5:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n")
      .files("/sys/fs/cgroup/memory", {{"memory.limit_in_bytes", "1073741824"}})
      .files("/sys/fs/cgroup/cpu,cpuacct",
             {{"cpu.cfs_quota_us", "50000"}, {"cpu.cfs_period_us", "100000"}});
  const auto limits = tree.read("limits").limits;
  EXPECT_TRUE(limits.cgroup_version.is(1));
  EXPECT_TRUE(limits.cgroup_memory_bytes.is(1073741824u));
  EXPECT_TRUE(limits.cgroup_cpus.is(0.5));
}

TEST(Limits, version_1_without_limits) {
  TestTree tree;
  tree.files("/sys/fs/cgroup/memory", {{"memory.limit_in_bytes", "9223372036854771712"}})
      .files("/sys/fs/cgroup/cpu", {{"cpu.cfs_quota_us", "-1"}, {"cpu.cfs_period_us", "100000"}});
  const auto limits = tree.read("limits").limits;
  EXPECT_TRUE(limits.cgroup_memory_bytes.is_absent());
  EXPECT_TRUE(limits.cgroup_cpus.is_absent());
}

TEST(Limits, reads_shared_memory_and_process_limits) {
  TestTree tree;
  tree.answer("statfs.json",
              R"({"/dev/shm": {"type": 16914836, "total_bytes": 67108864, "free_bytes": 3145728}})")
      .answer("limits.json", R"({"memlock": 18446744073709551615, "nofile": 1024})")
      .answer("affinity", "0-7\n");
  const auto limits = tree.read("limits").limits;
  EXPECT_TRUE(limits.shm_total_bytes.is(67108864u));
  EXPECT_TRUE(limits.shm_free_bytes.is(3145728u));
  EXPECT_TRUE(limits.memlock_bytes.is(~std::uint64_t{0}));
  EXPECT_TRUE(limits.open_files.is(1024u));
  EXPECT_TRUE(limits.affinity.is("0-7"));
  EXPECT_TRUE(limits.cgroup_version.is_absent());
}

}  // namespace
}  // namespace gpuproof
