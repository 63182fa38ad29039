// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/judge.h"

#include <gtest/gtest.h>

#include "tests/unit/judge/run_fixture.h"

namespace gpuproof {
namespace {

const std::string triad = "host/triad";

TEST(Judge, passes_a_figure_that_meets_its_floor) {
  RunFixture f;
  f.expect(expectation(triad, 100)).result(record_of(measurement(triad, {95, 96, 97}))).finish();
  const auto report = f.report();
  ASSERT_NE(find_item(report, triad), nullptr);
  EXPECT_EQ(find_item(report, triad)->outcome, Outcome::pass);
  EXPECT_EQ(find_item(report, triad)->required, Required::yes);
  EXPECT_EQ(find_item(report, triad + "/integrity")->outcome, Outcome::pass);
  EXPECT_EQ(report.headline, "0 of 0 GPUs");
  EXPECT_EQ(report.basis, Basis::measured);
}

TEST(Judge, reports_a_figure_without_expectation_and_is_then_incomplete) {
  RunFixture f;
  f.result(record_of(measurement(triad, {95, 96, 97}))).finish();
  const auto report = f.report();
  EXPECT_EQ(find_item(report, triad)->skip, SkipKind::no_expectation);
  EXPECT_EQ(find_item(report, triad)->figure->value, 96);
  EXPECT_EQ(report.verdict, Verdict::incomplete);
}

TEST(Judge, rejects_a_slow_machine) {
  RunFixture f;
  f.expect(expectation(triad, 100)).result(record_of(measurement(triad, {80, 81, 82}))).finish();
  const auto report = f.report();
  EXPECT_EQ(report.verdict, Verdict::rejected);
  EXPECT_EQ(report.items.front().key, triad);
  EXPECT_NE(report.summary.find("81"), std::string::npos) << report.summary;
}

TEST(Judge, does_not_let_good_attempts_hide_a_bad_one) {
  RunFixture f;
  f.expect(expectation(triad, 100));
  f.result(record_of(measurement(triad, {70, 71, 72})));
  f.result(record_of(measurement(triad, {95, 96, 97})));
  f.result(record_of(measurement(triad, {95, 96, 97}))).finish();
  const auto report = f.report();
  EXPECT_EQ(find_item(report, triad)->outcome, Outcome::inconclusive);
  EXPECT_EQ(find_item(report, triad)->evidence.size(), 3u);
  EXPECT_NE(report.verdict, Verdict::accepted);
  EXPECT_EQ(report.results.front().attempt_medians, (std::vector<double>{71, 96, 96}));
}

TEST(Judge, sets_a_disturbed_attempt_aside_when_an_undisturbed_one_exists) {
  RunFixture f;
  f.expect(expectation(triad, 100));
  auto disturbed = record_of(measurement(triad, {70, 71, 72}));
  disturbed.disturbances = {"another process used the memory"};
  f.result(disturbed).result(record_of(measurement(triad, {95, 96, 97}))).finish();
  EXPECT_EQ(find_item(f.report(), triad)->outcome, Outcome::pass);

  RunFixture only;
  only.expect(expectation(triad, 100)).result(disturbed).finish();
  EXPECT_EQ(find_item(only.report(), triad)->outcome, Outcome::inconclusive);
}

TEST(Judge, keeps_an_error_visible_behind_a_later_good_attempt) {
  RunFixture f;
  f.expect(expectation(triad, 100)).plan_step(1, triad);
  BenchRecord crash;
  crash.step = 1;
  crash.benchmark = triad;
  crash.outcome = Outcome::error;
  crash.message = "the worker was killed by signal 11";
  auto good = record_of(measurement(triad, {95, 96, 97}));
  good.step = 1;
  good.attempt = 2;
  f.result(crash).result(good).finish();
  const auto report = f.report();
  EXPECT_EQ(find_item(report, triad)->outcome, Outcome::error);
  EXPECT_EQ(report.verdict, Verdict::incomplete);
}

TEST(Judge, fails_wrong_data_and_voids_the_rate) {
  RunFixture f;
  f.expect(expectation(triad, 100));
  auto record = record_of(measurement(triad, {195, 196, 197}));
  record.integrity->mismatches = 1;
  f.result(record).result(record_of(measurement(triad, {95, 96, 97}))).finish();
  const auto report = f.report();
  EXPECT_EQ(find_item(report, triad + "/integrity")->outcome, Outcome::fail);
  EXPECT_EQ(find_item(report, triad)->outcome, Outcome::error);
  EXPECT_EQ(report.verdict, Verdict::rejected);
}

TEST(Judge, trusts_no_rate_whose_data_were_not_checked) {
  for (const auto& integrity : {std::optional<Integrity>(), std::optional<Integrity>(Integrity{}),
                                std::optional<Integrity>(Integrity{.checked = true})}) {
    RunFixture f;
    f.expect(expectation(triad, 100));
    auto record = record_of(measurement(triad, {95, 96, 97}));
    record.integrity = integrity;
    f.result(record).finish();
    const auto report = f.report();
    EXPECT_EQ(find_item(report, triad + "/integrity")->outcome, Outcome::error);
    EXPECT_EQ(find_item(report, triad)->outcome, Outcome::error);
  }
}

TEST(Judge, names_why_a_planned_step_was_not_reached) {
  for (const std::string event : {"interrupted", "within", "disk_full", "guard"}) {
    RunFixture f;
    f.plan_step(1, triad).event(event, "because");
    const auto report = f.report();
    ASSERT_NE(find_item(report, triad), nullptr);
    EXPECT_EQ(find_item(report, triad)->outcome, Outcome::inconclusive);
    EXPECT_NE(find_item(report, triad)->finding.find("because"), std::string::npos);
    EXPECT_EQ(report.verdict, Verdict::incomplete);
  }
  RunFixture silent;
  silent.plan_step(1, triad);
  EXPECT_EQ(find_item(silent.report(), triad)->outcome, Outcome::inconclusive);
  silent.finish();
  EXPECT_EQ(find_item(silent.report(), triad)->outcome, Outcome::error);
}

TEST(Judge, calls_a_promised_metric_that_was_not_reported_an_error) {
  RunFixture f;
  auto record = record_of(measurement(triad, {95, 96, 97}));
  record.promised = {triad, "host/copy"};
  f.result(record).finish();
  EXPECT_EQ(find_item(f.report(), "host/copy")->outcome, Outcome::error);
}

TEST(Judge, is_incomplete_without_a_number_of_gpus_and_says_what_settles_it) {
  RunFixture f;
  f.run.plan.expected_gpus.reset();
  f.expect(expectation(triad, 100)).result(record_of(measurement(triad, {95, 96, 97}))).finish();
  const auto report = f.report();
  EXPECT_EQ(report.verdict, Verdict::incomplete);
  EXPECT_NE(report.reasons.back().find("--expect gpus=0"), std::string::npos);
}

TEST(Judge, gives_the_same_bytes_again) {
  RunFixture f;
  f.expect(expectation(triad, 100)).plan_step(7, "host/copy");
  f.result(record_of(measurement(triad, {95, 96, 97}))).event("within");
  const auto first = report_to_json(f.report());
  for (int i = 0; i < 10; ++i) EXPECT_EQ(report_to_json(f.report()), first);
}

TEST(Judge, fails_a_machine_that_reset_itself) {
  RunFixture f;
  f.expect(expectation(triad, 100)).result(record_of(measurement(triad, {95, 96, 97})));
  f.line({.type = JournalType::resumed, .boot_id = "boot-2"});
  f.finish();
  EXPECT_EQ(find_item(f.report(), "run/unexpected_reset")->outcome, Outcome::fail);

  for (const auto& end : early_ends) {
    RunFixture asked;
    asked.event(std::string(end.event)).event("abandoned");
    asked.line({.type = JournalType::resumed, .boot_id = "boot-2"});
    EXPECT_EQ(find_item(asked.report(), "run/unexpected_reset"), nullptr) << end.event;
  }

  RunFixture twice;
  twice.event("interrupted");
  twice.line({.type = JournalType::resumed, .boot_id = "boot-2"});
  twice.line({.type = JournalType::resumed, .boot_id = "boot-3"});
  EXPECT_EQ(find_item(twice.report(), "run/unexpected_reset")->outcome, Outcome::fail);

  RunFixture same_boot;
  same_boot.line({.type = JournalType::resumed, .boot_id = "boot-1"});
  EXPECT_EQ(find_item(same_boot.report(), "run/unexpected_reset"), nullptr);
}

TEST(Judge, does_not_accept_without_the_machine_as_it_was_afterwards) {
  RunFixture f;
  f.expect(expectation(triad, 100)).result(record_of(measurement(triad, {95, 96, 97}))).finish();
  ASSERT_EQ(f.report().verdict, Verdict::accepted) << f.report().summary;
  EXPECT_EQ(find_item(f.report(), "run/machine_after"), nullptr);
  f.run.after.reset();
  EXPECT_EQ(find_item(f.report(), "run/machine_after")->outcome, Outcome::inconclusive);
  EXPECT_EQ(f.report().verdict, Verdict::incomplete);
}

TEST(Judge, requires_a_promised_figure_that_was_left_out) {
  const std::string copy = "host/copy";
  for (const std::string kind : {"not_selected", "unavailable"}) {
    RunFixture f;
    f.expect(expectation(triad, 100)).result(record_of(measurement(triad, {95, 96, 97})));
    f.expect(expectation(copy, 100)).finish();
    f.run.plan.skips = {{.key = copy, .kind = kind, .reason = "left out"}};
    EXPECT_EQ(find_item(f.report(), copy)->required, Required::yes) << kind;
    EXPECT_EQ(f.report().verdict, Verdict::incomplete) << kind;
  }
}

TEST(Judge, does_not_accept_beside_deselected_items_unless_they_are_not_required) {
  RunFixture f;
  f.expect(expectation(triad, 100)).result(record_of(measurement(triad, {95, 96, 97}))).finish();
  f.run.plan.skips = {{.key = "host/copy", .kind = "not_selected", .reason = "--only"}};
  EXPECT_EQ(find_item(f.report(), "host/copy")->required, Required::if_observable);
  EXPECT_EQ(f.report().verdict, Verdict::incomplete);
  Policy site;
  site.required = {{"host/copy", Required::no}};
  EXPECT_EQ(f.report({.policy = site, .today = "2026-11-30"}).verdict, Verdict::accepted);
}

TEST(Judge, does_not_require_a_void_figure_that_its_expectation_does_not_require) {
  auto advice = expectation("host/copy", 100);
  advice.required = Required::no;
  advice.ceiling = 110;
  RunFixture f;
  f.expect(expectation(triad, 100)).result(record_of(measurement(triad, {95, 96, 97})));
  f.expect(advice).result(record_of(measurement("host/copy", {500, 500, 500}))).finish();
  EXPECT_EQ(find_item(f.report(), "host/copy")->outcome, Outcome::error);
  EXPECT_EQ(find_item(f.report(), "host/copy")->required, Required::no);
}

}  // namespace
}  // namespace gpuproof
