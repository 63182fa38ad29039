// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

const std::string cpu_folder = "/sys/devices/system/cpu/";

void add_cpu(TestTree& tree, int id, int package, int core, const std::string& siblings,
             const std::string& l3) {
  const auto folder = cpu_folder + "cpu" + std::to_string(id);
  tree.files(folder + "/topology", {{"physical_package_id", std::to_string(package)},
                                    {"core_id", std::to_string(core)},
                                    {"thread_siblings_list", siblings}});
  tree.files(folder + "/cache/index0",
             {{"level", "1"}, {"type", "Data"}, {"size", "32K"}, {"shared_cpu_list", siblings}});
  tree.files(folder + "/cache/index3",
             {{"level", "3"}, {"type", "Unified"}, {"size", "32768K"}, {"shared_cpu_list", l3}});
}

std::uint64_t bytes_of_level(const CpuFacts& cpu, int level) {
  std::uint64_t sum = 0;
  for (const auto& cache : *cpu.caches)
    if (cache.level == level) sum += cache.bytes;
  return sum;
}

TEST(Cpu, counts_each_shared_cache_once_over_sockets_and_complexes) {
  TestTree tree;
  tree.file(cpu_folder + "online", "0-7\n");
  // Two packages, two cache complexes each, one core of two threads in each complex; core ids
  // repeat in both packages.
  for (int complex = 0; complex < 4; ++complex) {
    const auto pair = std::to_string(complex * 2) + "-" + std::to_string(complex * 2 + 1);
    for (int thread = 0; thread < 2; ++thread)
      add_cpu(tree, complex * 2 + thread, complex / 2, complex % 2, pair, pair);
  }
  const auto cpu = tree.read("cpu_topology").cpu;
  EXPECT_EQ(cpu.cpus->size(), 8u);
  EXPECT_EQ(*cpu.packages, 2);
  EXPECT_EQ(*cpu.cores, 4);
  EXPECT_EQ(bytes_of_level(cpu, 3), 4u * (32u << 20));
  EXPECT_EQ(bytes_of_level(cpu, 1), 4u * (32u << 10));
}

TEST(Cpu, reads_identity_policy_and_idle_states) {
  TestTree tree;
  tree.file("/proc/cpuinfo",
            "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\n"
            "model name\t: AMD EPYC 9554\nstepping\t: 1\nmicrocode\t: 0xa10113e\n"
            "flags\t\t: fpu avx2 avx512f\n\nprocessor\t: 1\nmodel name\t: other\n")
      .file(cpu_folder + "online", "0-1\n")
      .file("/sys/devices/system/node/node3/cpulist", "0-1\n")
      .files(cpu_folder + "cpu0/cpufreq", {{"scaling_driver", "acpi-cpufreq"},
                                           {"scaling_governor", "schedutil"},
                                           {"cpuinfo_max_freq", "3100000"}})
      .files(cpu_folder + "cpu0/cpuidle/state2",
             {{"name", "C2"}, {"latency", "400"}, {"disable", "1"}})
      .file(cpu_folder + "smt/control", "on\n")
      .file(cpu_folder + "cpufreq/boost", "1\n")
      .file("/proc/cmdline", "quiet mitigations=auto mitigations=off\n")
      .file("/proc/loadavg", "12.50 3.00 1.00 1/200 4242\n")
      .file("/proc/stat", "cpu  1 2 3 4 5 6 7 89 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n");
  auto cpu = tree.read("cpu").cpu;
  EXPECT_EQ(*cpu.vendor, "AuthenticAMD");
  EXPECT_EQ(*cpu.model_name, "AMD EPYC 9554");
  EXPECT_EQ(*cpu.architecture, "x86_64");
  EXPECT_EQ(*cpu.family, 25);
  EXPECT_EQ(*cpu.model, 17);
  EXPECT_EQ(cpu.flags->back(), "avx512f");
  EXPECT_EQ(*cpu.scaling_driver, "acpi-cpufreq");
  EXPECT_EQ(cpu.idle_states->at(0).name, "C2");
  EXPECT_EQ(*cpu.idle_states->at(0).latency_us, 400u);
  EXPECT_TRUE(*cpu.idle_states->at(0).disabled);
  EXPECT_EQ(*cpu.mitigations, "off");
  EXPECT_EQ(*cpu.load_1min, 12.5);
  EXPECT_EQ(*cpu.steal_ticks, 89u);
  EXPECT_TRUE(*cpu.boost);
  const auto topology = tree.read("cpu_topology").cpu;
  EXPECT_EQ(*topology.cpus->at(0).governor, "schedutil");
  EXPECT_EQ(*topology.cpus->at(0).max_mhz, 3100.0);
  EXPECT_EQ(*topology.cpus->at(1).numa_node, 3);
  EXPECT_TRUE(topology.cpus->at(1).governor.is_absent());
}

TEST(Cpu, reads_the_opposite_switch_of_intel) {
  TestTree tree;
  tree.file(cpu_folder + "intel_pstate/no_turbo", "1\n").file(cpu_folder + "cpufreq/boost", "1\n");
  EXPECT_FALSE(*tree.read("cpu").cpu.boost);
}

TEST(Cpu, leaves_what_a_bare_guest_lacks_absent) {
  TestTree tree;
  tree.file("/proc/cpuinfo", "processor : 0\nprocessor : 1\nmodel name : X\n");
  const auto cpu = tree.read("cpu").cpu;
  EXPECT_TRUE(cpu.boost.is_absent());
  EXPECT_TRUE(cpu.vendor.is_absent());
  EXPECT_TRUE(cpu.idle_states.is_absent());
  EXPECT_TRUE(cpu.mitigations.is_absent());
  const auto topology = tree.read("cpu_topology").cpu;
  EXPECT_EQ(topology.cpus->size(), 2u);
  EXPECT_TRUE(topology.cores.is_absent());
  EXPECT_TRUE(topology.caches.is_absent());
}

TEST(Cpu, never_guesses_from_unparsable_files) {
  TestTree tree;
  tree.file("/proc/cpuinfo", "vendor_id : X\ncpu family : twelve\n")
      .file("/proc/loadavg", "1,50 0,2\n")
      .file("/proc/stat", "cpu  1 2 3 4 5 6 7 much 0 0\n")
      .file(cpu_folder + "online", "0-\n")
      .file(cpu_folder + "cpufreq/boost", "yes\n");
  const auto cpu = tree.read("cpu").cpu;
  EXPECT_TRUE(cpu.family.is_unreadable());
  EXPECT_FALSE(cpu.load_1min);
  EXPECT_FALSE(cpu.steal_ticks);
  EXPECT_TRUE(cpu.boost.is_unreadable());
  EXPECT_TRUE(tree.read("cpu_topology").cpu.cpus.is_unreadable());
}

}  // namespace
}  // namespace gpuproof
