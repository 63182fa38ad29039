// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// How a run ends early, and what time does to it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/run/supervisor.h"
#include "tests/unit/run/supervised.h"

namespace gpuproof {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(RunEnd, a_signal_keeps_what_is_there_and_begins_nothing_more) {
  Supervised run(serve_all);
  for (auto name : {"host/read", "host/copy", "host/triad"}) run.step(name);
  run.launcher.signal_us(7, 15);
  const auto end = run.run();
  EXPECT_EQ(end.signal, 15);
  EXPECT_EQ(end.event, "interrupted");
  EXPECT_EQ(run.results().size(), 1u);
  EXPECT_EQ(run.started(), 2);
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.message_of("interrupted"), HasSubstr("SIGTERM"));
  EXPECT_THAT(run.message_of("not_reached"), HasSubstr("host/copy"));
  EXPECT_LT(run.elapsed_s(), 7 + 20);
}

TEST(RunEnd, a_deaf_worker_does_not_delay_the_end_beyond_twenty_seconds) {
  Supervised run([](FakeLauncher& launcher, ChildId child, const Order&) {
    launcher.deaf.insert(child);
    launcher.unkillable.insert(child);
  });
  run.step("host/read");
  run.launcher.signal_us(1, 2);
  EXPECT_EQ(run.run().signal, 2);
  EXPECT_LT(run.elapsed_s(), 1 + 15);
  EXPECT_THAT(run.events(), Contains("abandoned"));
}

TEST(RunEnd, a_second_signal_ends_the_grace) {
  Supervised run(
      [](FakeLauncher& launcher, ChildId child, const Order&) { launcher.deaf.insert(child); });
  run.step("host/read");
  run.launcher.signal_us(1, 2);
  run.launcher.signal_us(1.5, 2);
  run.run();
  EXPECT_LT(run.elapsed_s(), 2.5);
  EXPECT_THAT(run.launcher.signals[0], ElementsAre(15, 9));
}

TEST(RunEnd, a_signal_before_the_first_step_runs_nothing) {
  Supervised run(serve_all);
  run.step("host/read");
  run.launcher.signal_us(0, 1);
  EXPECT_EQ(run.run().signal, 1);
  EXPECT_EQ(run.started(), 0);
}

TEST(RunEnd, within_begins_only_what_fits_and_names_the_rest) {
  Supervised run(serve_all);
  for (auto name : {"host/read", "host/copy", "host/triad"}) run.step(name);
  run.plan.steps[1].estimate_s = 100;
  run.options.within_s = 40;
  const auto end = run.run();
  EXPECT_EQ(end.event, "within");
  EXPECT_EQ(end.signal, 0);
  EXPECT_EQ(run.results().size(), 2u);
  EXPECT_THAT(run.message_of("within"), HasSubstr("host/copy"));
  EXPECT_FALSE(run.finished());
}

TEST(RunEnd, within_also_ends_a_step_that_hangs) {
  Supervised run([](FakeLauncher& launcher, ChildId child, const Order& order) {
    if (order.step) launcher.names(child, *order.step);
  });
  run.step("host/read");
  run.plan.steps[0].deadline_s = 1000;
  run.options.within_s = 20;
  EXPECT_EQ(run.run().event, "within");
  EXPECT_LT(run.elapsed_s(), 20 + 5 + 5 + 1);
  EXPECT_TRUE(run.results().empty());
}

TEST(RunEnd, a_full_disk_frees_the_reserve_says_so_and_stops) {
  Supervised run(serve_all);
  for (auto name : {"host/read", "host/copy", "host/triad"}) run.step(name);
  run.disk_full_after = 3;  // started, result, started; then the second result
  const auto end = run.run();
  EXPECT_EQ(end.event, "disk_full");
  EXPECT_TRUE(run.reserve_freed);
  EXPECT_EQ(run.results().size(), 2u);  // the line in hand is written again into the room made
  EXPECT_THAT(run.events(), Contains("disk_full"));
  EXPECT_EQ(run.started(), 2);
}

TEST(RunEnd, a_sleeping_machine_is_seen_and_does_not_count_for_deadlines) {
  Supervised run([](FakeLauncher& launcher, ChildId child, const Order& order) {
    if (order.order == OrderKind::run) launcher.serves(child, order, 30);
  });
  run.step("host/read");
  run.launcher.before_event = [&](const ProcessEvent&) { run.clock.slept = 3'600'000'000'000; };
  run.run();
  ASSERT_EQ(run.results().size(), 1u);
  EXPECT_EQ(run.results()[0].outcome, Outcome::pass);
  EXPECT_THAT(run.results()[0].disturbances, Contains(HasSubstr("slept for 1 h")));
  EXPECT_THAT(run.events(), Contains("suspended"));
}

TEST(RunEnd, steps_of_the_wall_clock_change_nothing) {
  for (const Nanoseconds step : {-3'600'000'000'000, 3'600'000'000'000}) {
    Supervised run(serve_all);
    run.step("host/read");
    run.launcher.before_event = [&](const ProcessEvent&) { run.clock.wall_now += step; };
    EXPECT_EQ(run.run().event, "");
    EXPECT_NEAR(run.elapsed_s(), 5, 0.5);
    EXPECT_THAT(run.events(), Not(Contains("suspended")));
  }
}

TEST(RunEnd, dead_telemetry_is_told_and_the_run_goes_on) {
  Supervised run(serve_all);
  for (auto name : {"host/read", "host/copy"}) run.step(name);
  run.options.telemetry = true;
  run.launcher.ends(0, 3, {.signal = 9});
  EXPECT_EQ(run.run().event, "");
  EXPECT_THAT(run.events(), Contains("telemetry_lost"));
  EXPECT_EQ(run.results().size(), 2u);
}

TEST(RunEnd, a_part_in_danger_ends_the_run_and_is_named) {
  Supervised run([](FakeLauncher& launcher, ChildId child, const Order& order) {
    if (order.order == OrderKind::run) launcher.serves(child, order, 60);
  });
  for (auto name : {"host/read", "host/copy"}) run.step(name);
  run.options.telemetry = true;
  run.launcher.writes(0, 3, "drive/nvme0n1/temperature_c stayed at 90");
  EXPECT_EQ(run.run().event, "guard");
  EXPECT_THAT(run.message_of("guard"), HasSubstr("nvme0n1"));
  EXPECT_LT(run.elapsed_s(), 30);
  EXPECT_EQ(run.started(), 1);
}

TEST(RunEnd, telemetry_is_fast_inside_steps_and_stopped_at_the_end) {
  Supervised run(serve_all);
  run.step("host/read");
  run.options.telemetry = true;
  run.run();
  EXPECT_THAT(run.launcher.telemetry_orders, ElementsAre("fast", "slow", "stop"));
  EXPECT_THAT(run.events(), Not(Contains("telemetry_lost")));
}

}  // namespace
}  // namespace gpuproof
