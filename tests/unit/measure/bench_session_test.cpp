// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The record that a session fills.
#include "harness/measure/bench_session.h"

#include <gtest/gtest.h>

#include "harness/base/error.h"
#include "tests/unit/measure/fake_clock.h"

namespace gpuproof {
namespace {

Benchmark example() {
  return {.name = "host/example",
          .about = "for tests",
          .metrics = {{"host/example", "GB/s", Better::higher, "2N"}},
          .labels = {"dtype"},
          .variants = {{"dtype", {"fp32", "fp64"}}, {"size", {"1", "2", "3"}}}};
}

struct Session : ::testing::Test {
  FakeClock clock;
  Benchmark benchmark = example();
  PlanStep step{.id = 7, .benchmark = "host/example", .labels = {{"dtype", "fp32"}}};
};

TEST_F(Session, report_carries_labels_median_and_interval) {
  BenchSession session(benchmark, step, {}, clock);
  session.report("host/example", {3, 1, 2}, {{"size", "64"}});
  const auto& m = session.record().metrics.at(0);
  EXPECT_EQ(m.key, "host/example{dtype=fp32,size=64}");
  EXPECT_EQ(m.value, 2);
  EXPECT_EQ(m.low, 1);
  EXPECT_EQ(m.high, 3);
  EXPECT_EQ(m.samples, (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(m.metric.formula, "2N");
  EXPECT_EQ(session.record().step, 7);
}

TEST_F(Session, refuses_no_sample_and_undeclared_metrics) {
  BenchSession session(benchmark, step, {}, clock);
  EXPECT_THROW(session.report("host/example", {}), Error);
  EXPECT_THROW(session.report("host/other", {1}), std::logic_error);
  EXPECT_THROW(session.label("size"), std::logic_error);
}

TEST_F(Session, outliers_and_two_groups_become_notes_and_stay_samples) {
  BenchSession session(benchmark, step, {}, clock);
  std::vector<double> samples(20, 1.0);
  samples.push_back(5);
  session.report("host/example", samples);
  ASSERT_EQ(session.record().notes.size(), 1u);
  EXPECT_NE(session.record().notes[0].find("1 of 21 samples"), std::string::npos);
  EXPECT_EQ(session.record().metrics[0].samples.size(), 21u);
}

TEST_F(Session, time_tells_window_reason_and_progress) {
  std::vector<std::uint64_t> told;
  BenchSession session(
      benchmark, step, [&](std::uint64_t done) { told.push_back(done); }, clock);
  session.time(StopRule::for_budget(0.2), [&](std::uint64_t) {
    clock.advance(0.001);
    return 0.001;
  });
  const auto& record = session.record();
  EXPECT_EQ(record.stop_reason, "noise reached");
  EXPECT_GT(record.ended_s, record.started_s);
  EXPECT_EQ(record.conditions.at("warm_up"), "steady");
  ASSERT_GT(told.size(), 10u);
  for (std::size_t i = 1; i < told.size(); ++i) EXPECT_GT(told[i], told[i - 1]);
}

TEST_F(Session, checks_add_up_in_64_bits) {
  BenchSession session(benchmark, step, {}, clock);
  session.verified({true, 1ull << 33, 1ull << 32, "all words", "word 3"});
  session.verified({true, 1, 1ull << 32, "all words", "word 9"});
  const auto& integrity = *session.record().integrity;
  EXPECT_EQ(integrity.mismatches, 1ull << 33);
  EXPECT_EQ(integrity.values, (1ull << 33) + 1);
  EXPECT_EQ(integrity.how, "all words");
  EXPECT_EQ(integrity.first_mismatch, "word 3");
}

TEST_F(Session, variants_form_their_product_and_promise_every_metric) {
  const auto all = variant_labels(benchmark);
  EXPECT_EQ(all.size(), 6u);
  EXPECT_EQ(promised_keys(benchmark, all[0]),
            (std::vector<std::string>{"host/example{dtype=fp32,size=1}"}));
  BenchSession session(benchmark, step, {}, clock);
  EXPECT_EQ(session.record().promised, (std::vector<std::string>{"host/example{dtype=fp32}"}));
}

}  // namespace
}  // namespace gpuproof
