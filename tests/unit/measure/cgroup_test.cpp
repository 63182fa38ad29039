// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Limits of control groups, v2 and v1, own and of parents.
#include "harness/measure/cgroup.h"

#include <gtest/gtest.h>

#include "harness/measure/memory_budget.h"
#include "tests/unit/measure/kernel_tree.h"

namespace gpuproof {
namespace {

TEST(Cgroup, v2_takes_the_tightest_of_own_and_parents) {
  KernelTree tree;
  tree.write("proc/self/cgroup", "0::/slurm/job7\n");
  tree.write("sys/fs/cgroup/slurm/cpu.max", "400000 100000\n");
  tree.write("sys/fs/cgroup/slurm/job7/cpu.max", "max 100000\n");
  EXPECT_EQ(cgroup_cpu_quota(tree.root()), 4.0);
  tree.write("sys/fs/cgroup/slurm/job7/cpu.max", "150000 100000\n");
  EXPECT_EQ(cgroup_cpu_quota(tree.root()), 1.5);
}

TEST(Cgroup, container_whose_path_lies_outside_the_mount_asks_the_top) {
  KernelTree tree;
  tree.write("proc/self/cgroup", "0::/../../kubepods/pod1\n");
  tree.write("sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(cgroup_cpu_quota(tree.root()), 2.0);
}

TEST(Cgroup, v1_quota_of_minus_one_is_none) {
  KernelTree tree;
  tree.write("proc/self/cgroup", "4:cpu,cpuacct:/docker/x\n3:memory:/docker/x\n");
  tree.write("sys/fs/cgroup/cpu/docker/x/cpu.cfs_quota_us", "-1\n");
  tree.write("sys/fs/cgroup/cpu/docker/x/cpu.cfs_period_us", "100000\n");
  EXPECT_FALSE(cgroup_cpu_quota(tree.root()));
  tree.write("sys/fs/cgroup/cpu/docker/x/cpu.cfs_quota_us", "50000\n");
  EXPECT_EQ(cgroup_cpu_quota(tree.root()), 0.5);
}

TEST(Cgroup, nonsense_is_no_limit) {
  for (const auto* text : {"", "max", "max 100000", "100000 0", "N/A 1", "100000"}) {
    KernelTree tree;
    tree.write("sys/fs/cgroup/cpu.max", text);
    EXPECT_FALSE(cgroup_cpu_quota(tree.root())) << text;
  }
  EXPECT_FALSE(cgroup_cpu_quota("/nonexistent"));
}

TEST(Cgroup, memory_left_is_limit_less_usage_and_never_negative) {
  KernelTree tree;
  tree.write("proc/self/cgroup", "0::/a\n");
  tree.write("sys/fs/cgroup/a/memory.max", "1000\n");
  tree.write("sys/fs/cgroup/a/memory.current", "300\n");
  EXPECT_EQ(cgroup_memory_left(tree.root()), 700u);
  tree.write("sys/fs/cgroup/a/memory.current", "1300\n");
  EXPECT_EQ(cgroup_memory_left(tree.root()), 0u);
  tree.write("sys/fs/cgroup/a/memory.max", "max\n");
  EXPECT_FALSE(cgroup_memory_left(tree.root()));
}

TEST(MemoryBudget, available_is_the_tighter_of_machine_and_group) {
  KernelTree tree;
  EXPECT_FALSE(available_memory(tree.root()));
  tree.write("proc/meminfo", "MemTotal: 2000 kB\nMemFree: 100 kB\nMemAvailable:    1500 kB\n");
  EXPECT_EQ(available_memory(tree.root()), 1500 * KiB);
  tree.write("sys/fs/cgroup/memory.max", "1000\n");
  tree.write("sys/fs/cgroup/memory.current", "0\n");
  EXPECT_EQ(available_memory(tree.root()), 1000u);
}

TEST(MemoryBudget, arrays_are_four_times_the_caches) {
  const auto size = array_size(3, 105 * MiB, 23 * GiB);
  EXPECT_EQ(size.bytes, 420 * MiB);
  EXPECT_TRUE(size.beyond_cache);
  EXPECT_EQ(array_size(3, 768 * MiB, 700 * GiB).bytes, 3072 * MiB);
  EXPECT_EQ(array_size(3, 8 * MiB, 16 * GiB).bytes, 256 * MiB);
}

TEST(MemoryBudget, little_memory_breaks_the_rule_and_says_so) {
  const auto size = array_size(3, 1152 * MiB, 8 * GiB);
  EXPECT_LT(size.bytes * 3, 4 * GiB + 1);
  EXPECT_FALSE(size.beyond_cache);
  const auto small = array_size(2, 8 * MiB, 400 * MiB);
  EXPECT_EQ(small.bytes, 100 * MiB);
  EXPECT_TRUE(small.beyond_cache) << "100 MiB is still twelve times the cache";
}

TEST(MemoryBudget, unknown_caches_never_count_as_exceeded) {
  EXPECT_FALSE(array_size(3, std::nullopt, 64 * GiB).beyond_cache);
  EXPECT_EQ(array_size(3, std::nullopt, 64 * GiB).bytes, 256 * MiB);
}

}  // namespace
}  // namespace gpuproof
