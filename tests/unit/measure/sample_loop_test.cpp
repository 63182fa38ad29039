// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The loop against a fake clock: slow first calls, two modes, useless spans, expensive set-up.
#include "harness/measure/sample_loop.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/measure/statistics.h"
#include "tests/unit/measure/fake_clock.h"

namespace gpuproof {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct SampleLoop : ::testing::Test {
  FakeClock clock;
  std::uint64_t calls = 0;

  // Each operation takes what `cost` says; the timer agrees with the clock.
  template <class Cost>
  Samples take(const StopRule& rule, Cost cost) {
    return take_samples(rule, clock, [&](std::uint64_t n) {
      double span = 0;
      for (std::uint64_t i = 0; i < n; ++i) span += cost();
      ++calls;
      clock.advance(span);
      return span;
    });
  }
};

TEST_F(SampleLoop, steady_samples_stop_by_noise) {
  const auto samples = take(StopRule::for_budget(1), [] { return 0.01; });
  EXPECT_EQ(samples.stop_reason, "noise reached");
  EXPECT_TRUE(samples.clean);
  EXPECT_TRUE(samples.steady);
  EXPECT_GE(samples.seconds.size(), 50u) << "half a second of timed work comes first";
  EXPECT_LE(samples.seconds.size(), 60u);
  EXPECT_NEAR(median(samples.seconds), 0.01, 1e-9);
  EXPECT_GT(samples.ended, samples.started);
}

TEST_F(SampleLoop, slow_first_call_is_not_among_the_samples) {
  const auto samples = take(StopRule::for_budget(1), [&] { return calls == 0 ? 1.0 : 0.01; });
  EXPECT_NEAR(samples.first_call_s, 1.0, 1e-9);
  for (const double s : samples.seconds) EXPECT_NEAR(s, 0.01, 1e-9);
}

TEST_F(SampleLoop, both_modes_are_kept) {
  int turn = 0;
  const auto samples = take(StopRule::for_budget(1), [&] { return ++turn % 2 ? 1e-3 : 2e-3; });
  std::size_t fast = 0, slow = 0;
  for (const double s : samples.seconds) (s < 1.5e-3 ? fast : slow)++;
  EXPECT_NEAR(static_cast<double>(fast), static_cast<double>(slow), 1);
  const auto groups = two_groups(samples.seconds);
  ASSERT_TRUE(groups);
  EXPECT_NEAR(groups->first, 1e-3, 1e-9);
  EXPECT_NEAR(groups->second, 2e-3, 1e-9);
  EXPECT_NE(samples.stop_reason, "noise reached");
}

TEST_F(SampleLoop, short_operations_are_batched) {
  const auto samples = take(StopRule::for_budget(0.1), [] { return 1e-6; });
  EXPECT_GE(samples.batch, 500u);
  EXPECT_NEAR(median(samples.seconds), 1e-6, 1e-12);
  EXPECT_GE(samples.unusable, 8u);
}

TEST_F(SampleLoop, spans_without_meaning_end_without_a_sample) {
  for (const double span : {0.0, -1e-3, nan, std::numeric_limits<double>::infinity()}) {
    const auto samples = take_samples(StopRule::for_budget(0.1), clock, [&](std::uint64_t) {
      clock.advance(1e-6);
      return span;
    });
    EXPECT_TRUE(samples.seconds.empty()) << span;
    EXPECT_EQ(samples.stop_reason, "span too short for the timer") << span;
    EXPECT_FALSE(samples.clean);
  }
}

TEST_F(SampleLoop, a_few_useless_spans_are_counted_not_kept) {
  const auto samples = take(StopRule::for_budget(1), [&] { return calls == 20 ? nan : 0.01; });
  EXPECT_GE(samples.unusable, 1u);
  for (const double s : samples.seconds) EXPECT_TRUE(std::isfinite(s));
}

TEST_F(SampleLoop, untimed_setup_ends_at_the_wall_cap) {
  StopRule rule = StopRule::for_budget(0.5);
  rule.wall_cap_s = 30;
  const auto samples = take_samples(rule, clock, [&](std::uint64_t n) {
    clock.advance(1.0);
    return 1e-6 * static_cast<double>(n);
  });
  EXPECT_EQ(samples.stop_reason, "time-out");
  EXPECT_FALSE(samples.clean);
  EXPECT_LE(seconds(clock.raw()), 32);
}

TEST_F(SampleLoop, noise_that_stays_ends_as_stable) {
  unsigned state = 1;
  const auto samples = take(StopRule::for_budget(30), [&] {
    state = state * 1664525u + 1013904223u;
    return 0.01 * (1 + 0.2 * (state >> 16) / 65536.0);
  });
  EXPECT_EQ(samples.stop_reason, "noise stable");
  EXPECT_TRUE(samples.clean);
  EXPECT_GT(samples.noise, 0.01);
}

TEST_F(SampleLoop, budget_ends_what_drifts) {
  double cost = 0.01;
  const auto samples = take(StopRule::for_budget(1), [&] { return cost *= 1.05; });
  EXPECT_EQ(samples.stop_reason, "budget spent");
  EXPECT_FALSE(samples.clean);
  EXPECT_FALSE(samples.steady);
  EXPECT_GE(samples.seconds.size(), 10u);
}

TEST_F(SampleLoop, slow_operations_still_get_their_minimum_count) {
  StopRule rule = StopRule::for_budget(0.5);
  rule.wall_cap_s = 100;
  const auto samples = take(rule, [] { return 1.0; });
  EXPECT_EQ(samples.seconds.size(), 10u);
}

TEST_F(SampleLoop, every_span_is_told_as_progress) {
  std::uint64_t told = 0, spans = 0;
  take_samples(
      StopRule::for_budget(0.2), clock,
      [&](std::uint64_t) {
        ++spans;
        clock.advance(0.01);
        return 0.01;
      },
      [&] { ++told; });
  EXPECT_EQ(told, spans);
  EXPECT_GT(told, 10u);
}

}  // namespace
}  // namespace gpuproof
