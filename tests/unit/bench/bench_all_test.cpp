// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Every registered host benchmark runs, is measured, verified, and reports what it declares.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "harness/base/text.h"
#include "harness/measure/bench_kind.h"
#include "harness/measure/runner.h"

namespace gpuproof {
namespace {

struct Planned {
  const Benchmark* benchmark;
  Labels labels;
};

std::vector<Planned> host_variants() {
  std::vector<Planned> all;
  for (const auto* benchmark : Registry<Benchmark>::instance().all())
    if (bench_kind_name(*benchmark) == "host")
      for (const auto& labels : variant_labels(*benchmark)) all.push_back({benchmark, labels});
  return all;
}

struct HostBenchmark : ::testing::TestWithParam<Planned> {
  BenchRecord run(std::map<std::string, std::string> options = {}) {
    options.insert({{"bytes", "4MiB"}, {"edge", "96"}});
    const auto& [benchmark, labels] = GetParam();
    return run_benchmark(
        *benchmark,
        {.benchmark = benchmark->name, .labels = labels, .options = options, .budget_s = 0.02});
  }
};

std::string test_name(const ::testing::TestParamInfo<Planned>& planned) {
  auto name = Key{planned.param.benchmark->name, planned.param.labels}.text();
  for (auto& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, HostBenchmark, ::testing::ValuesIn(host_variants()), test_name);

TEST_P(HostBenchmark, is_measured_and_verified) {
  const auto record = run();
  if (record.skip == SkipKind::unavailable) GTEST_SKIP() << record.message;
  EXPECT_EQ(record.outcome, Outcome::pass) << record.message;
  ASSERT_TRUE(record.integrity);
  EXPECT_TRUE(record.integrity->checked);
  EXPECT_GT(record.integrity->values, 0u);
  EXPECT_EQ(record.integrity->mismatches, 0u) << record.integrity->first_mismatch;
  EXPECT_FALSE(record.stop_reason.empty());
  EXPECT_GT(record.ended_s, record.started_s);
}

TEST_P(HostBenchmark, reports_every_declared_metric_with_all_samples) {
  const auto record = run();
  if (record.skip == SkipKind::unavailable) GTEST_SKIP() << record.message;
  for (const auto& metric : GetParam().benchmark->metrics) {
    const auto found = std::find_if(record.metrics.begin(), record.metrics.end(),
                                    [&](const auto& m) { return m.metric.name == metric.name; });
    ASSERT_NE(found, record.metrics.end()) << metric.name;
    if (record.stop_reason != "time-out") {
      EXPECT_GE(found->samples.size(), 10u);  // it ends early on a busy machine
    }
    EXPECT_LE(found->low, found->value);
    EXPECT_GE(found->high, found->value);
    EXPECT_FALSE(metric.unit.empty());
    EXPECT_FALSE(metric.formula.empty());
  }
}

TEST_P(HostBenchmark, tells_its_method_and_conditions) {
  const auto record = run({{"threads", "1"}});
  if (record.skip == SkipKind::unavailable) GTEST_SKIP() << record.message;
  EXPECT_EQ(record.method.at("threads"), "1");
  EXPECT_TRUE(record.conditions.contains("cpus_used_by_others"));
  EXPECT_TRUE(record.conditions.contains("warm_up"));
}

TEST(Benchmarks, every_file_registers_and_carries_the_name_of_its_benchmark) {
  namespace fs = std::filesystem;
  std::set<std::string> registered;
  for (const auto& entry : Registry<Benchmark>::instance().entries())
    if (contains(entry.file, "bench/")) registered.insert(fs::path(entry.file).stem().string());
  for (const auto& file : fs::recursive_directory_iterator(GPUPROOF_SOURCE_DIR "/bench")) {
    if (file.path().extension() != ".cpp") continue;
    EXPECT_TRUE(registered.contains(file.path().stem().string())) << file.path();
  }
}

TEST(Benchmarks, have_declared_labels_and_a_first_metric_of_their_name) {
  for (const auto* benchmark : Registry<Benchmark>::instance().all()) {
    ASSERT_FALSE(benchmark->metrics.empty()) << benchmark->name;
    EXPECT_EQ(benchmark->metrics.front().name, benchmark->name);
    for (const auto& [label, values] : benchmark->variants) {
      EXPECT_TRUE(is_label(label)) << benchmark->name;
      EXPECT_NE(std::find(benchmark->labels.begin(), benchmark->labels.end(), label),
                benchmark->labels.end());
      EXPECT_FALSE(values.empty());
    }
  }
}

// The budget of the quick suite for this family is 5 s of sampling.
TEST(Benchmarks, host_family_fits_the_quick_suite) {
  double sampling = 0;
  for (const auto& [benchmark, labels] : host_variants()) sampling += benchmark->quick_s;
  EXPECT_LE(sampling, 5.0);
}

}  // namespace
}  // namespace gpuproof
