// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/metric.h"

#include <gtest/gtest.h>

#include <limits>

#include "harness/expect/derive.h"
#include "tests/unit/judge/run_fixture.h"

namespace gpuproof {
namespace {

Item judged(Expectation e, Measurement m, const BenchRecord* given = nullptr, bool quick = false) {
  Profile profile;
  profile.id = "p";
  profile.expect = {std::move(e)};
  const auto record = given ? *given : record_of(m);
  return judge_measurement(m, record, profile, quick, {.kind = "machine"});
}

TEST(Metric, lies_on_the_good_side_the_bad_side_or_across) {
  const auto e = expectation("host/triad", 100);  // floor 90
  EXPECT_EQ(judged(e, measurement("host/triad", {90, 91, 92})).outcome, Outcome::pass);
  EXPECT_EQ(judged(e, measurement("host/triad", {88, 89, 89.9})).outcome, Outcome::fail);
  EXPECT_EQ(judged(e, measurement("host/triad", {88, 90, 92})).outcome, Outcome::inconclusive);
  const auto lat = expectation("host/latency", 100, ExpectationKind::measured, "ns");
  const auto at = [&](std::vector<double> ns) {
    return judged(lat, measurement("host/latency", std::move(ns), Better::lower, "ns")).outcome;
  };
  EXPECT_EQ(at({100, 105, 111}), Outcome::pass);
  EXPECT_EQ(at({112, 113, 114}), Outcome::fail);
  EXPECT_EQ(at({110, 111, 112}), Outcome::inconclusive);
}

TEST(Metric, warns_where_a_derived_figure_reaches_half_of_its_floor) {
  const auto e = expectation("host/triad", 100, ExpectationKind::derived);
  EXPECT_EQ(judged(e, measurement("host/triad", {45})).outcome, Outcome::warn);
  EXPECT_EQ(judged(e, measurement("host/triad", {44.9})).outcome, Outcome::fail);
  const auto lat = expectation("host/latency", 90, ExpectationKind::derived, "ns");  // floor 100
  const auto at = [&](double ns) {
    return judged(lat, measurement("host/latency", {ns}, Better::lower, "ns")).outcome;
  };
  EXPECT_EQ(at(200), Outcome::warn);
  EXPECT_EQ(at(201), Outcome::fail);
}

TEST(Metric, never_passes_without_a_number) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  const auto e = expectation("host/triad", 100);
  for (const std::vector<double>& samples :
       {std::vector<double>{}, {nan}, {inf}, {-inf}, {99, nan, 99}, {99, 99, inf}})
    EXPECT_EQ(judged(e, measurement("host/triad", samples)).outcome, Outcome::error);
  for (auto member : {&Measurement::value, &Measurement::low, &Measurement::high}) {
    auto m = measurement("host/triad", {99, 99, 99});
    m.*member = nan;
    EXPECT_EQ(judged(e, m).outcome, Outcome::error);
  }
}

TEST(Metric, is_void_beyond_its_ceiling) {
  auto e = expectation("host/triad", 100);
  auto m = measurement("host/triad", {103});
  m.ceiling = 102;
  EXPECT_EQ(judged(e, m).outcome, Outcome::error);
  m.ceiling.reset();
  e.ceiling = 102;
  EXPECT_EQ(judged(e, m).outcome, Outcome::error);
  e.ceiling = 104;
  EXPECT_EQ(judged(e, m).outcome, Outcome::pass);
}

TEST(Metric, warns_under_a_lower_power_limit_or_another_major_version) {
  auto e = expectation("gemm/library", 100, ExpectationKind::measured, "TFLOP/s");
  const auto m = measurement("gemm/library{gpu=0}", {80}, Better::higher, "TFLOP/s");
  auto record = record_of(m);
  EXPECT_EQ(judged(e, m, &record).outcome, Outcome::fail);
  e.power_limit = 700;
  record.conditions["power_limit_w"] = "350";
  EXPECT_EQ(judged(e, m, &record).outcome, Outcome::warn);
  record.conditions["power_limit_w"] = "700";
  EXPECT_EQ(judged(e, m, &record).outcome, Outcome::fail);
  e.stack = "driver 580.65, cublaslt 13.1";
  record.method["driver"] = "580.95";
  EXPECT_EQ(judged(e, m, &record).outcome, Outcome::fail);
  record.method["cublaslt"] = "12.4";
  EXPECT_EQ(judged(e, m, &record).outcome, Outcome::warn);
}

TEST(Metric, is_judged_by_a_share_of_its_reference) {
  auto e = expectation("host/gemm", 0.8, ExpectationKind::derived, "ratio");
  e.reference = "host/fma";
  auto m = measurement("host/gemm{dtype=fp64}", {90}, Better::higher, "GFLOP/s");
  EXPECT_EQ(judged(e, m).skip, SkipKind::no_expectation);
  m.reference = 100;
  const auto item = judged(e, m);
  EXPECT_EQ(item.outcome, Outcome::pass);
  EXPECT_DOUBLE_EQ(item.judged->expectation.value, 80);
  EXPECT_EQ(item.judged->expectation.unit, "GFLOP/s");
  m.reference = 0;
  EXPECT_EQ(judged(e, m).skip, SkipKind::no_expectation);
}

TEST(Metric, in_another_unit_is_an_error_of_the_profile) {
  const auto item = judged(expectation("host/triad", 100, ExpectationKind::measured, "GiB/s"),
                           measurement("host/triad", {99}));
  EXPECT_EQ(item.outcome, Outcome::error);
  EXPECT_EQ(item.who, Who::profile_author);
}

TEST(Metric, suite_quick_has_a_wider_floor) {
  const auto e = expectation("host/triad", 100);
  const auto m = measurement("host/triad", {86});
  EXPECT_EQ(judged(e, m).outcome, Outcome::fail);
  EXPECT_EQ(judged(e, m, nullptr, true).outcome, Outcome::pass);
}

// Every figure that ships: a tenth beyond its floor is never a pass.
TEST(Metric, a_tenth_beyond_the_floor_never_passes) {
  for (const auto& figure : shipped_drive_figures().drives)
    for (const auto better : {Better::higher, Better::lower}) {
      auto e = expectation(figure.key, figure.value, figure.kind, figure.unit);
      e.floor_ratio = figure.floor_ratio;
      const double floor = floor_of(e, better, false);
      const double value = better == Better::higher ? 0.9 * floor : 1.1 * floor;
      EXPECT_EQ(judged(e, measurement(figure.key, {value}, better, figure.unit)).outcome,
                Outcome::fail);
    }
}

}  // namespace
}  // namespace gpuproof
