// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The team: every part once per turn, pinned, failures told, spans of the slowest.
#include "harness/measure/thread_team.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <set>

#include "harness/base/error.h"
#include "harness/measure/cpu_layout.h"

namespace gpuproof {
namespace {

// More members than this machine may have CPUs: they share them.
std::vector<int> four() {
  const auto cpus = affinity_cpus();
  std::vector<int> chosen;
  for (std::size_t i = 0; i < 4; ++i) chosen.push_back(cpus[i % cpus.size()]);
  return chosen;
}

TEST(ThreadTeam, every_thread_works_once_per_turn) {
  ThreadTeam team(four());
  std::vector<int> counts(4);
  for (int turn = 1; turn <= 200; ++turn) {
    team.run([&](std::size_t thread) { ++counts[thread]; });
    EXPECT_EQ(counts, std::vector<int>(4, turn));
  }
}

TEST(ThreadTeam, members_are_pinned_and_the_caller_is_not) {
  const auto before = affinity_cpus();
  const auto cpus = four();
  ThreadTeam team(cpus);
  std::vector<int> found(4, -1), width(4);
  team.run([&](std::size_t thread) {
    found[thread] = ::sched_getcpu();
    cpu_set_t set;
    ::sched_getaffinity(0, sizeof set, &set);
    width[thread] = CPU_COUNT(&set);
  });
  EXPECT_EQ(found, cpus);
  EXPECT_EQ(width, std::vector<int>(4, 1));
  EXPECT_EQ(affinity_cpus(), before);
}

TEST(ThreadTeam, span_is_that_of_the_slowest) {
  ThreadTeam team(four());
  const double span = team.run([](std::size_t thread) {
    if (thread == 2) system_clock().sleep(30'000'000);
  });
  EXPECT_GE(span, 0.030);
}

TEST(ThreadTeam, an_exception_reaches_the_caller_and_the_team_goes_on) {
  ThreadTeam team(four());
  EXPECT_THROW(team.run([](std::size_t) { throw Error("part failed"); }), Error);
  std::atomic<int> count{0};
  EXPECT_NO_THROW(team.run([&](std::size_t) { ++count; }));
  EXPECT_EQ(count, 4);
}

TEST(ThreadTeam, a_cpu_that_is_not_there_is_an_error_and_leaves_no_thread) {
  EXPECT_THROW(ThreadTeam({affinity_cpus().front(), 8191}), SystemError);
}

}  // namespace
}  // namespace gpuproof
