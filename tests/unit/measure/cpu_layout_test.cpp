// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Layouts from recorded shapes: two sockets with hardware threads, core complexes, bare guests.
#include "harness/measure/cpu_layout.h"

#include <gtest/gtest.h>

#include "tests/unit/measure/kernel_tree.h"

namespace gpuproof {
namespace {

std::vector<int> counting(int n) {
  std::vector<int> all;
  for (int i = 0; i < n; ++i) all.push_back(i);
  return all;
}

std::vector<int> cpus_of(const std::vector<CpuPlace>& places) {
  std::vector<int> cpus;
  for (const auto& place : places) cpus.push_back(place.cpu);
  return cpus;
}

// Two packages of four cores with two threads each: 0-3 and 4-7, siblings +8; one L3 per package.
KernelTree two_sockets() {
  KernelTree tree;
  tree.write("sys/devices/system/cpu/online", "0-15\n");
  for (int cpu = 0; cpu < 16; ++cpu) {
    const int core = cpu % 8, package = core / 4;
    tree.cpu(cpu, package, std::to_string(core) + "," + std::to_string(core + 8));
    const std::string package_cpus = package == 0 ? "0-3,8-11" : "4-7,12-15";
    tree.cache(cpu, 0, 1, "32K", std::to_string(core) + "," + std::to_string(core + 8));
    tree.cache(cpu, 2, 2, "1024K", std::to_string(core) + "," + std::to_string(core + 8));
    tree.cache(cpu, 3, 3, "33792K", package_cpus);
  }
  tree.node(0, "0-3,8-11");
  tree.node(1, "4-7,12-15");
  return tree;
}

TEST(CpuLayout, one_thread_per_core_in_order_of_node) {
  const auto tree = two_sockets();
  const auto layout = read_cpu_layout(counting(16), tree.root());
  EXPECT_EQ(layout.online, 16);
  const auto cores = one_per_core(layout);
  EXPECT_EQ(cpus_of(cores), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(cores[5].node, 1);
  EXPECT_EQ(cores[5].package, 1);
}

TEST(CpuLayout, caches_count_once_however_many_share_them) {
  const auto tree = two_sockets();
  const auto layout = read_cpu_layout(counting(16), tree.root());
  EXPECT_EQ(last_level_sum(layout.usable), 2 * 33792 * KiB);
  EXPECT_EQ(last_level_sum(one_per_core(read_cpu_layout({0, 1}, tree.root()))), 33792 * KiB);
}

TEST(CpuLayout, affinity_may_hold_only_second_threads) {
  const auto tree = two_sockets();
  const auto layout = read_cpu_layout({8, 9, 1}, tree.root());
  EXPECT_EQ(layout.usable.size(), 3u);
  EXPECT_EQ(cpus_of(one_per_core(layout)), (std::vector<int>{1, 8}));
  EXPECT_EQ(layout.online, 16);
}

TEST(CpuLayout, spread_takes_nodes_in_turn) {
  const auto tree = two_sockets();
  const auto cores = one_per_core(read_cpu_layout(counting(16), tree.root()));
  EXPECT_EQ(cpus_of(spread(cores, 2)), (std::vector<int>{0, 4}));
  EXPECT_EQ(cpus_of(spread(cores, 4)), (std::vector<int>{0, 1, 4, 5}));
  EXPECT_EQ(spread(cores, 99), cores);
}

TEST(CpuLayout, spread_and_sum_see_core_complexes) {
  KernelTree tree;
  tree.write("sys/devices/system/cpu/online", "0-5\n");
  for (int cpu = 0; cpu < 6; ++cpu) {
    tree.cpu(cpu, 0, std::to_string(cpu));
    tree.cache(cpu, 3, 3, "32M", cpu < 3 ? "0-2" : "3-5");
  }
  const auto cores = one_per_core(read_cpu_layout(counting(6), tree.root()));
  EXPECT_EQ(last_level_sum(cores), 64 * MiB);
  EXPECT_EQ(cpus_of(spread(cores, 2)), (std::vector<int>{0, 3}));
}

TEST(CpuLayout, guest_without_topology_counts_every_cpu_and_knows_no_cache) {
  KernelTree tree;
  const auto layout = read_cpu_layout({0, 1, 2}, tree.root());
  EXPECT_EQ(one_per_core(layout).size(), 3u);
  EXPECT_FALSE(last_level_sum(layout.usable));
  EXPECT_EQ(layout.online, 3);
}

TEST(CpuLayout, unreadable_sizes_are_unknown_not_zero) {
  for (const auto* size : {"", "huge", "-1K", "N/A"}) {
    KernelTree tree;
    tree.cpu(0, 0, "0");
    tree.cache(0, 3, 3, size, "0");
    EXPECT_FALSE(last_level_sum(read_cpu_layout({0}, tree.root()).usable)) << size;
  }
}

TEST(CpuLayout, offline_cpus_are_left_out) {
  KernelTree tree;
  tree.write("sys/devices/system/cpu/online", "0,2\n");
  EXPECT_EQ(cpus_of(read_cpu_layout({0, 1, 2}, tree.root()).usable), (std::vector<int>{0, 2}));
}

TEST(CpuLayout, this_machine_has_a_core) {
  const auto cpus = affinity_cpus();
  ASSERT_FALSE(cpus.empty());
  EXPECT_FALSE(one_per_core(read_cpu_layout(cpus)).empty());
}

}  // namespace
}  // namespace gpuproof
