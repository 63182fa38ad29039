// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The clock by additions: plausible, and only pieces after load count as loaded.
#include "harness/measure/core_clock.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/measure/cpu_layout.h"

namespace gpuproof {
namespace {

TEST(ClockProbe, finds_a_clock_that_a_cpu_can_have) {
  ThreadTeam team({affinity_cpus().front()});
  ClockProbe probe(team);
  for (int i = 0; i < 5; ++i) probe.sample();
  EXPECT_GT(probe.fastest_sum_hz(), 0.3e9);
  EXPECT_LT(probe.fastest_sum_hz(), 10e9);
}

TEST(ClockProbe, loaded_clock_needs_a_load) {
  ThreadTeam team({affinity_cpus().front()});
  ClockProbe probe(team);
  probe.sample();
  EXPECT_TRUE(std::isnan(probe.median_loaded_hz()));
  int loads = 0;
  probe.sample([&](std::size_t) { ++loads; });
  EXPECT_GT(loads, 1);
  EXPECT_GT(probe.median_loaded_hz(), 0);
  EXPECT_LE(probe.median_loaded_hz(), probe.fastest_loaded_hz());
  EXPECT_LE(probe.fastest_loaded_hz(), probe.fastest_sum_hz());
}

}  // namespace
}  // namespace gpuproof
