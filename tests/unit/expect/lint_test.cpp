// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/expect/lint.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "harness/base/text.h"
#include "harness/measure/benchmark.h"

namespace gpuproof {
namespace {

LintContext registries() {
  LintContext context;
  for (const auto* benchmark : Registry<Benchmark>::instance().all())
    for (const auto& metric : benchmark->metrics) context.metrics.push_back(metric);
  return context;
}

std::string text(const std::vector<LintFinding>& findings) {
  std::string all;
  for (const auto& finding : findings) all += finding.text() + "\n";
  return all;
}

// A profile with every kind of number, as a good one looks.
Profile sample() {
  Profile p;
  p.id = "sample";
  p.kind = "machine";
  p.facts = {{"dram_gbs", 307.2},
             {"drive_gbs", 7.877},
             {"drive_kiops", 1923},
             {"host_fma_gflops", 4000},
             {"tdp_w", 350}};
  const auto add = [&](const std::string& key, double value, const std::string& unit) {
    Expectation e;
    e.key = key;
    e.value = value;
    e.unit = unit;
    e.floor_ratio = 0.9;
    e.quick_floor_ratio = 0.85;
    e.kind = ExpectationKind::measured;
    e.source = "https://example.org/figures";
    e.date = "2026-05-01";
    p.expect.push_back(e);
  };
  add("host/triad", 250, "GB/s");
  p.expect.back().ceiling = 313;
  add("host/gemm{dtype=fp64}", 3400, "GFLOP/s");
  p.expect.back().power_limit = 350;
  add("storage/sequential_read{drive=nvme0n1}", 6.9, "GB/s");
  add("storage/random_read{q=128}", 1400, "kIOPS");
  return p;
}

// Every number of an expectation that a slip could change.
std::vector<std::pair<std::string, double*>> numbers(Expectation& e) {
  std::vector<std::pair<std::string, double*>> found{{e.key + " value", &e.value},
                                                     {e.key + " floor_ratio", &e.floor_ratio}};
  if (e.quick_floor_ratio) found.push_back({e.key + " quick_floor_ratio", &*e.quick_floor_ratio});
  if (e.ceiling) found.push_back({e.key + " ceiling", &*e.ceiling});
  if (e.power_limit) found.push_back({e.key + " power_limit", &*e.power_limit});
  return found;
}

constexpr double slips[] = {1000, 0.001, 2, 0.5};

void expect_slips_of_figures_found(const Profile& good, const LintContext& context) {
  for (std::size_t i = 0; i < good.expect.size(); ++i) {
    auto probe = good;
    const auto count = numbers(probe.expect[i]).size();
    for (std::size_t n = 0; n < count; ++n)
      for (const double slip : slips) {
        auto bad = good;
        auto [where, number] = numbers(bad.expect[i])[n];
        *number *= slip;
        EXPECT_FALSE(lint(bad, context).empty()) << good.id << " " << where << " x " << slip;
      }
  }
}

void expect_slips_of_settings_found(const Profile& good, const LintContext& context) {
  for (std::size_t i = 0; i < good.settings.size(); ++i) {
    const auto number = to_double(good.settings[i].value);
    const auto check = [&](Setting setting, const std::string& what) {
      auto bad = good;
      bad.settings[i] = std::move(setting);
      EXPECT_FALSE(lint(bad, context).empty()) << good.id << " " << what;
    };
    for (const double slip : slips) {
      if (!number) break;
      auto setting = good.settings[i];
      setting.value = fmt::format("{}", *number * slip);
      check(setting, setting.check + " = " + setting.value);
    }
    auto setting = good.settings[i];
    if (setting.comparison == Comparison::at_least)
      setting.comparison = Comparison::at_most;
    else if (setting.comparison == Comparison::at_most)
      setting.comparison = Comparison::at_least;
    else
      continue;
    check(setting, setting.check + " inverted");
  }
}

TEST(Lint, has_nothing_against_what_ships) {
  const auto context = registries();
  for (const auto& profile : shipped_profiles())
    EXPECT_TRUE(lint(profile, context).empty()) << text(lint(profile, context));
  EXPECT_TRUE(lint(shipped_drive_figures()).empty()) << text(lint(shipped_drive_figures()));
}

TEST(Lint, objects_to_a_slip_of_any_number_in_any_shipped_profile) {
  for (const auto& profile : shipped_profiles()) {
    ASSERT_TRUE(lint(profile, {}).empty()) << text(lint(profile, {}));
    expect_slips_of_figures_found(profile, {});
    expect_slips_of_settings_found(profile, {});
  }
}

TEST(Lint, objects_to_a_slip_of_any_number_in_the_drive_table) {
  const auto& good = shipped_drive_figures();
  for (std::size_t i = 0; i < good.drives.size(); ++i)
    for (const double slip : slips)
      for (auto member : {&DriveFigure::value, &DriveFigure::floor_ratio, &DriveFigure::link_gts}) {
        auto bad = good;
        bad.drives[i].*member *= slip;
        EXPECT_FALSE(lint(bad).empty())
            << good.drives[i].model << " " << good.drives[i].key << " x " << slip;
      }
}

TEST(Lint, objects_to_a_slip_of_any_kind_of_number) {
  ASSERT_TRUE(lint(sample(), {}).empty()) << text(lint(sample(), {}));
  expect_slips_of_figures_found(sample(), {});
  for (const auto& [name, value] : sample().facts)
    for (const double slip : slips) {
      auto bad = sample();
      bad.facts[name] = value * slip;
      EXPECT_FALSE(lint(bad, {}).empty()) << name << " x " << slip;
    }
}

TEST(Lint, compares_unit_and_direction_with_what_is_measured) {
  LintContext context;
  context.metrics = {{"host/triad", "GB/s", Better::higher, "3N", ""}};
  auto p = sample();
  p.expect.resize(1);
  ASSERT_TRUE(lint(p, context).empty()) << text(lint(p, context));
  context.metrics[0].better = Better::lower;
  EXPECT_FALSE(lint(p, context).empty());
  context.metrics[0] = {"host/triad", "GiB/s", Better::higher, "3N", ""};
  EXPECT_FALSE(lint(p, context).empty());
  context.metrics[0].name = "host/copy";
  EXPECT_FALSE(lint(p, context).empty());
}

TEST(Lint, asks_for_source_and_date) {
  auto p = sample();
  p.expect[0].source = "";
  EXPECT_FALSE(lint(p, {}).empty());
  p = sample();
  p.expect[0].source = "unsourced";
  EXPECT_FALSE(lint(p, {}).empty());
  p = sample();
  p.expect[0].date = "May 2026";
  EXPECT_FALSE(lint(p, {}).empty());
}

TEST(Lint, asks_for_a_peak_where_one_bounds_the_figure) {
  auto p = sample();
  p.facts.erase("dram_gbs");
  EXPECT_NE(text(lint(p, {})).find("facts.dram_gbs"), std::string::npos);
}

TEST(Lint, objects_to_a_setting_that_no_check_reads) {
  Profile p;
  p.id = "p";
  p.kind = "machine";
  p.settings = {{.check = "memory/swapiness", .value = "10", .source = "s", .date = "2026-01-01"}};
  EXPECT_FALSE(lint(p, {.checks = {"memory/swappiness"}}).empty());
}

}  // namespace
}  // namespace gpuproof
