// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/checks/healthy.h"

namespace gpuproof {
namespace {

using ::testing::HasSubstr;

bool met(Comparison comparison, const std::string& value, const std::string& unit,
         const std::string& observed) {
  return setting_met({.check = "x/y", .comparison = comparison, .value = value, .unit = unit},
                     observed);
}

TEST(Setting, compares_numbers_as_numbers) {
  EXPECT_TRUE(met(Comparison::at_least, "9", "", "16"));
  EXPECT_FALSE(met(Comparison::at_least, "16", "", "9"));
  EXPECT_TRUE(met(Comparison::at_least, "5000", "MHz", "5389 MHz"));
  EXPECT_TRUE(met(Comparison::equal, "16.0", "", "16"));
  EXPECT_FALSE(met(Comparison::equal, "16", "", "160"));
}

TEST(Setting, compares_sizes_whatever_their_units) {
  EXPECT_TRUE(met(Comparison::at_least, "1", "GiB", "1024 MiB"));
  EXPECT_FALSE(met(Comparison::at_least, "1GiB", "", "64 MiB"));
  EXPECT_TRUE(met(Comparison::at_most, "1", "GiB", "64 MiB"));
}

TEST(Setting, takes_unlimited_as_more_than_any_number) {
  EXPECT_TRUE(met(Comparison::at_least, "16", "GiB", "unlimited"));
  EXPECT_FALSE(met(Comparison::at_least, "unlimited", "", "8 MiB"));
  EXPECT_TRUE(met(Comparison::equal, "unlimited", "", "unlimited"));
}

TEST(Setting, fails_where_a_number_is_missing) {
  EXPECT_FALSE(met(Comparison::at_least, "16", "", "n/a"));
  EXPECT_FALSE(met(Comparison::at_most, "16", "", ""));
  EXPECT_FALSE(met(Comparison::at_least, "many", "", "16"));
}

TEST(Setting, compares_texts_as_texts) {
  EXPECT_TRUE(met(Comparison::equal, "performance", "", " performance "));
  EXPECT_FALSE(met(Comparison::equal, "performance", "", "performance, powersave"));
  EXPECT_TRUE(met(Comparison::one_of, "madvise | always", "", "always"));
  EXPECT_FALSE(met(Comparison::one_of, "madvise|always", "", "never"));
  EXPECT_TRUE(met(Comparison::contains, "iommu=pt", "", "quiet iommu=pt ro"));
}

TEST(CheckContext, writes_the_sentence_where_a_check_gives_none) {
  auto machine = healthy_machine();
  machine.cpu.boost = false;
  const auto item = item_of("cpu/boost", machine);
  EXPECT_THAT(item.finding, HasSubstr("Clock boost of processor"));
  EXPECT_THAT(item.finding, HasSubstr(": off, expected on; "));
}

TEST(CheckContext, fails_a_setting_and_names_its_source) {
  const auto profile = profile_with("cpu/smt", Comparison::equal, "off");
  const auto item = item_of("cpu/smt", healthy_machine(), {.profile = &profile});
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_EQ(item.expected, "off");
  ASSERT_FALSE(item.evidence.empty());
  EXPECT_THAT(item.evidence.back(), HasSubstr("a guide (2026-01-01)"));
}

TEST(CheckContext, takes_the_state_before_a_run_for_the_state_at_rest) {
  auto busy = healthy_machine(), quiet = healthy_machine();
  busy.cpu.load_1min = 30.0;
  const RunWindow window;
  EXPECT_EQ(item_of("cpu/load", busy, {.before = &quiet, .window = &window}).outcome,
            Outcome::pass);
  EXPECT_EQ(item_of("cpu/load", busy, {.before = &quiet}).outcome, Outcome::warn);
}

const Check broken{.name = "x/y", .about = "A", .why = "b", .run = [](CheckContext&) {
                     throw std::runtime_error("out of luck");
                   }};

TEST(RunCheck, turns_a_throw_into_an_error_of_that_check) {
  const auto machine = healthy_machine();
  const auto items = run_check(broken, {.now = machine});
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items[0].outcome, Outcome::error);
  EXPECT_THAT(items[0].finding, HasSubstr("out of luck"));
}

}  // namespace
}  // namespace gpuproof
