// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whatever a benchmark does, one record tells it in the right words.
#include "harness/measure/runner.h"

#include <gtest/gtest.h>

#include <limits>

#include "harness/base/device_error.h"
#include "harness/base/error.h"
#include "harness/measure/bench_kind.h"
#include "harness/measure/host_bench.h"
#include "harness/measure/raw_front.h"

namespace gpuproof {
namespace {

BenchRecord run(void (*body)(HostBench&), const Progress& progress = {}) {
  const Benchmark benchmark{.name = "host/example",
                            .about = "for tests",
                            .metrics = {{"host/example", "GB/s", Better::higher, "1N"},
                                        {"host/second", "ns", Better::lower, "1"}},
                            .run = body};
  const PlanStep step{.id = 3, .benchmark = "host/example", .budget_s = 0.01};
  return run_benchmark(benchmark, step, progress);
}

void good(HostBench& bench) {
  bench.session().report("host/example", {1, 2, 3});
  bench.session().report("host/second", {4});
  bench.session().verified({.checked = true, .values = 1, .how = "by hand"});
}

TEST(Runner, a_dead_context_is_told_and_another_device_error_is_not) {
  const auto dead = run([](HostBench&) { throw DeviceError("no", "cuEventQuery", 719, true); });
  EXPECT_EQ(dead.outcome, Outcome::error);
  EXPECT_EQ(dead.conditions.at(context_dead_condition), "cuEventQuery");
  const auto alive = run([](HostBench&) { throw DeviceError("no", "cuMemAlloc", 1, false); });
  EXPECT_EQ(alive.outcome, Outcome::error);
  EXPECT_EQ(alive.conditions.count(context_dead_condition), 0u);
}

TEST(Runner, measured_and_verified_is_a_pass) {
  const auto record = run(good);
  EXPECT_EQ(record.outcome, Outcome::pass);
  EXPECT_EQ(record.skip, SkipKind::none);
  EXPECT_EQ(record.step, 3);
  EXPECT_EQ(record.metrics.size(), 2u);
  EXPECT_EQ(record.promised, (std::vector<std::string>{"host/example", "host/second"}));
  EXPECT_GT(record.pid, 0);
}

TEST(Runner, kinds_of_errors_become_kinds_of_skips) {
  const auto unavailable = run([](HostBench&) { throw Unavailable("no library; install it"); });
  EXPECT_EQ(unavailable.outcome, Outcome::skip);
  EXPECT_EQ(unavailable.skip, SkipKind::unavailable);
  EXPECT_EQ(unavailable.message, "no library; install it");
  EXPECT_EQ(run([](HostBench&) { throw Unsupported("x"); }).skip, SkipKind::not_applicable);
  EXPECT_EQ(run([](HostBench&) { throw NotObservable("x"); }).skip, SkipKind::not_observable);
}

TEST(Runner, anything_else_is_an_error_with_its_message) {
  EXPECT_EQ(run([](HostBench&) { throw Implausible("from cache"); }).outcome, Outcome::error);
  EXPECT_EQ(run([](HostBench&) { throw std::runtime_error("boom"); }).message, "boom");
  EXPECT_EQ(run([](HostBench&) { throw std::logic_error("bug"); }).outcome, Outcome::error);
  EXPECT_EQ(run([](HostBench&) { throw 7; }).outcome, Outcome::error);
}

TEST(Runner, wrong_data_is_told_beside_the_figure) {
  const auto thrown = run([](HostBench& bench) {
    good(bench);
    throw Mismatch("word 5 is wrong");
  });
  EXPECT_EQ(thrown.outcome, Outcome::pass);
  ASSERT_TRUE(thrown.integrity);
  EXPECT_EQ(thrown.integrity->mismatches, 1u);
  EXPECT_EQ(thrown.integrity->first_mismatch, "word 5 is wrong");
  const auto early = run([](HostBench&) { throw Mismatch("at once"); });
  EXPECT_EQ(early.outcome, Outcome::error);
  EXPECT_TRUE(early.integrity->checked);
  EXPECT_GT(early.integrity->mismatches, 0u);
}

TEST(Runner, a_missing_figure_is_an_error) {
  const auto record = run([](HostBench& bench) {
    bench.session().report("host/example", {1});
    bench.session().verified({.checked = true, .values = 1});
  });
  EXPECT_EQ(record.outcome, Outcome::error);
  EXPECT_NE(record.message.find("host/second"), std::string::npos);
}

TEST(Runner, no_sample_nan_zero_and_negative_are_errors_never_figures) {
  EXPECT_EQ(run([](HostBench& bench) { bench.session().report("host/example", {}); }).outcome,
            Outcome::error);
  const auto with = [](auto value) {
    static double bad;
    bad = value;
    return run([](HostBench& bench) {
      good(bench);
      bench.session().record().metrics[0].value = bad;
    });
  };
  for (const double value : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()})
    EXPECT_EQ(with(value).outcome, Outcome::error) << value;
}

TEST(Runner, unverified_is_an_error) {
  const auto record = run([](HostBench& bench) {
    bench.session().report("host/example", {1});
    bench.session().report("host/second", {1});
  });
  EXPECT_EQ(record.outcome, Outcome::error);
  EXPECT_NE(record.message.find("checking its data"), std::string::npos);
}

TEST(Runner, progress_is_work_and_only_grows) {
  std::vector<std::uint64_t> told;
  run(
      [](HostBench& bench) {
        bench.time([](std::size_t) { system_clock().sleep(1'000'000); });
        good(bench);
      },
      [&](std::uint64_t done) { told.push_back(done); });
  ASSERT_GE(told.size(), 10u);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
}

TEST(Runner, kinds_without_a_context_in_this_build_are_unavailable) {
  const Benchmark benchmark{.name = "host/gpu_example",
                            .metrics = {{"host/gpu_example", "GB/s", Better::higher, "1N"}},
                            .run = static_cast<void (*)(GpuBench&)>([](GpuBench&) {})};
  EXPECT_EQ(bench_kind_name(benchmark), "gpu");
  if (Registry<BenchKind>::instance().find("gpu")) GTEST_SKIP() << "this build has GPU benchmarks";
  EXPECT_EQ(run_benchmark(benchmark, {}).skip, SkipKind::unavailable);
}

TEST(RawFront, filters_by_regular_expression_and_refuses_nothing_matched) {
  EXPECT_EQ(raw_names({.filter = "^host/fma"}),
            (std::vector<std::string>{"host/fma/dtype:fp32", "host/fma/dtype:fp64"}));
  EXPECT_THROW(raw_names({.filter = "no such thing"}), InputError);
  EXPECT_THROW(raw_names({.filter = "(["}), InputError);
  EXPECT_THROW(run_raw({.filter = "host/fma", .format = "xml"}), InputError);
  EXPECT_THROW(run_raw({.filter = "host/fma", .out = "/nonexistent/x"}), InputError);
}

}  // namespace
}  // namespace gpuproof
