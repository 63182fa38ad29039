// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/units.h"

#include <gtest/gtest.h>

namespace gpuproof {
namespace {

Plan plan_of(int alone, int grouped) {
  Plan plan;
  for (int i = 1; i <= alone + grouped; ++i)
    plan.steps.push_back({.id = i, .benchmark = "host/read", .group = i > alone ? "together" : ""});
  return plan;
}

JournalLine begun(int step) { return {.type = JournalType::started, .step = step}; }
JournalLine ended(int step) { return {.type = JournalType::result, .step = step}; }

TEST(Units, a_fresh_plan_is_all_left_with_groups_as_one) {
  const auto plan = plan_of(2, 3);
  const auto units = units_left(plan, {});
  ASSERT_EQ(units.size(), 3u);
  EXPECT_EQ(units[2].steps.size(), 3u);
  EXPECT_EQ(units[0].steps[0].attempt, 1);
}

TEST(Units, results_are_done_whatever_they_say_and_what_was_in_flight_is_the_next_attempt) {
  const auto plan = plan_of(3, 0);
  Journal journal;
  journal.lines = {begun(1), ended(1), begun(2)};
  const auto units = units_left(plan, journal);
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(units[0].steps[0].step->id, 2);
  EXPECT_EQ(units[0].steps[0].attempt, 2);
  EXPECT_EQ(units[1].steps[0].attempt, 1);
}

TEST(Units, a_group_with_a_missing_member_is_measured_anew_as_a_whole) {
  const auto plan = plan_of(0, 2);
  Journal journal;
  journal.lines = {begun(1), begun(2), ended(1)};
  const auto units = units_left(plan, journal);
  ASSERT_EQ(units.size(), 1u);
  EXPECT_EQ(units[0].steps.size(), 2u);
  EXPECT_EQ(units[0].steps[0].attempt, 2);
}

TEST(Units, nothing_is_left_of_a_complete_journal) {
  const auto plan = plan_of(1, 2);
  Journal journal;
  journal.lines = {ended(1), ended(2), ended(3)};
  EXPECT_TRUE(units_left(plan, journal).empty());
}

}  // namespace
}  // namespace gpuproof
