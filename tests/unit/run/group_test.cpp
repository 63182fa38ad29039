// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Workers of one step: ready from all, then one go; small bytes between them; one lost, all lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/run/supervisor.h"
#include "tests/unit/run/supervised.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

void behave(FakeLauncher& launcher, ChildId child, const Order& order) {
  if (order.order == OrderKind::run) {
    launcher.current[child] = *order.step;
    launcher.names(child, *order.step);
  }
  if (order.order == OrderKind::are_you_ready)
    launcher.says(child, 1 + child, {.record = RecordKind::progress, .phase = "ready"});
  if (order.order == OrderKind::go) {
    const auto& step = launcher.current[child];
    BenchRecord record{.step = step.id, .benchmark = step.benchmark, .outcome = Outcome::pass};
    launcher.says(child, 5, {.record = RecordKind::result, .result = record});
  }
}

TEST(Group, go_is_given_once_all_are_ready) {
  double go_at = 0;
  int gos = 0;
  Supervised* view = nullptr;
  Supervised run([&](FakeLauncher& launcher, ChildId child, const Order& order) {
    if (order.order == OrderKind::go) {
      go_at = view->elapsed_s();
      ++gos;
    }
    behave(launcher, child, order);
  });
  view = &run;
  for (int i = 0; i < 3; ++i) run.step("storage/sequential_read", "together");
  EXPECT_EQ(run.run().event, "");
  EXPECT_EQ(gos, 3);
  EXPECT_NEAR(go_at, 3, 0.1);  // the slowest is ready after 3 s
  EXPECT_EQ(run.results().size(), 3u);
  EXPECT_EQ(run.launcher.specs.size(), 3u);
  EXPECT_EQ(run.launcher.orders[1][0].member, 1);
  EXPECT_EQ(run.launcher.orders[1][0].members, 3);
}

TEST(Group, what_one_shares_reaches_the_others_and_not_itself) {
  Supervised run([](FakeLauncher& launcher, ChildId child, const Order& order) {
    if (order.order == OrderKind::go && child == 1)
      launcher.says(child, 0.5,
                    {.record = RecordKind::share, .shared = Shared{"nccl_id", "QUJD", 9}});
    behave(launcher, child, order);
  });
  for (int i = 0; i < 3; ++i) run.step("collective/all_reduce", "ranks");
  run.run();
  const auto shares = [&](ChildId child) {
    int count = 0;
    for (const auto& order : run.launcher.orders[child])
      if (order.order == OrderKind::share) {
        ++count;
        EXPECT_EQ(order.shared->data, "QUJD");
        EXPECT_EQ(order.shared->from, 1);
      }
    return count;
  };
  EXPECT_EQ(shares(0), 1);
  EXPECT_EQ(shares(1), 0);
  EXPECT_EQ(shares(2), 1);
}

TEST(Group, a_lost_member_ends_the_others_at_once) {
  Supervised run([](FakeLauncher& launcher, ChildId child, const Order& order) {
    if (order.order == OrderKind::go && child == 0)
      launcher.ends(child, 1, {.signal = 6});
    else if (order.order != OrderKind::go)
      behave(launcher, child, order);
  });
  for (int i = 0; i < 3; ++i) run.step("collective/all_reduce", "ranks");
  run.step("host/read");
  run.run();
  const auto results = run.results();
  ASSERT_GE(results.size(), 3u);
  EXPECT_THAT(results[0].message, HasSubstr("SIGABRT"));
  EXPECT_THAT(results[1].message, HasSubstr("another worker of its group"));
  EXPECT_THAT(results[2].message, HasSubstr("another worker of its group"));
  EXPECT_LT(run.results().back().started_s, 10);
}

TEST(Group, one_that_never_gets_ready_is_late_and_so_are_all) {
  Supervised run([](FakeLauncher& launcher, ChildId child, const Order& order) {
    if (order.order == OrderKind::are_you_ready && child == 1) return;
    behave(launcher, child, order);
  });
  for (int i = 0; i < 2; ++i) run.step("storage/sequential_read", "together");
  run.run();
  ASSERT_EQ(run.results().size(), 2u);
  for (const auto& result : run.results()) EXPECT_EQ(result.outcome, Outcome::error);
  EXPECT_LT(run.elapsed_s(), 60);
}

}  // namespace
}  // namespace gpuproof
