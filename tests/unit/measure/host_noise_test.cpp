// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What others took: steal, foreign processes, counters that run backwards.
#include "harness/measure/host_noise.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/unit/measure/fake_clock.h"
#include "tests/unit/measure/kernel_tree.h"

namespace gpuproof {
namespace {

struct HostNoiseOf : ::testing::Test {
  KernelTree tree;
  FakeClock clock;
  double hz = static_cast<double>(::sysconf(_SC_CLK_TCK));

  ProcessorTime at(double busy, double steal, double own) {
    tree.write("proc/stat", "cpu  " + std::to_string(busy) + " 0 0 5000 0 0 0 " +
                                std::to_string(steal) + " 0 0\ncpu0 1 2 3\n");
    tree.write("proc/self/stat", "12 (odd) name)) S 1 1 1 0 -1 4194304 1 0 0 0 " +
                                     std::to_string(own) + " 0 0 0 20 0\n");
    return processor_time(clock, tree.root());
  }
};

TEST_F(HostNoiseOf, own_time_is_not_foreign) {
  const auto before = at(100, 0, 10);
  clock.advance(1);
  const auto noise = noise_between(before, at(100 + 2 * hz, 0, 10 + 2 * hz));
  EXPECT_NEAR(*noise.others, 0, 1e-6);
  BenchRecord record;
  note_noise(record, noise, 2);
  EXPECT_TRUE(record.disturbances.empty());
  EXPECT_EQ(record.conditions.at("stolen_cpus"), "0.000");
}

TEST_F(HostNoiseOf, steal_and_foreign_load_are_disturbances) {
  const auto before = at(100, 50, 10);
  clock.advance(2);
  const auto noise = noise_between(before, at(100 + 2 * hz, 50 + hz, 10 + hz));
  EXPECT_NEAR(*noise.stolen, 0.5, 1e-6);
  EXPECT_NEAR(*noise.others, 0.5, 1e-6);
  BenchRecord record;
  note_noise(record, noise, 2);
  ASSERT_EQ(record.disturbances.size(), 2u);
  EXPECT_NE(record.disturbances[0].find("hypervisor took 0.50"), std::string::npos);
}

TEST_F(HostNoiseOf, missing_or_backward_counters_are_absent_not_zero) {
  const auto before = at(100, 50, 10);
  clock.advance(1);
  const auto backwards = noise_between(before, at(90, 40, 10));
  EXPECT_FALSE(backwards.stolen);
  EXPECT_FALSE(backwards.others);
  tree.write("proc/stat", "intr 5\n");
  const auto missing = processor_time(clock, tree.root());
  EXPECT_FALSE(missing.steal);
  BenchRecord record;
  note_noise(record, noise_between(before, missing), 2);
  EXPECT_TRUE(record.conditions.empty());
}

TEST(HostNoise, this_machine_tells_its_own_time) {
  const auto time = processor_time(system_clock());
  ASSERT_TRUE(time.busy);
  ASSERT_TRUE(time.own);
  EXPECT_GE(*time.own, 0);
}

}  // namespace
}  // namespace gpuproof
