// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/policy.h"

#include <gtest/gtest.h>

#include "harness/base/error.h"
#include "tests/unit/judge/run_fixture.h"

namespace gpuproof {
namespace {

Item item(const std::string& key, Outcome outcome = Outcome::fail) {
  Item i;
  i.key = key;
  i.outcome = outcome;
  i.subject = {.kind = "GPU", .place = "in slot 3", .serial = "S1"};
  return i;
}

Required required(const Item& given, const Policy* site = nullptr, const Profile& profile = {}) {
  auto i = given;
  RequiredRules{site, profile}.apply(i);
  return i.required;
}

Policy waiving(const std::string& key, const std::string& subject, const std::string& until) {
  Policy p;
  p.waivers = {{key, subject, "known", "Lee", until}};
  return p;
}

TEST(Policy, the_default_asks_for_what_must_never_be_missing) {
  for (const auto* key :
       {"gpu/inventory", "gpu/driver", "gpu/xid", "gpu/ecc{gpu=0}", "host/triad/integrity"})
    EXPECT_EQ(required(item(key)), Required::yes) << key;
  EXPECT_EQ(required(item("gpu/other_processes")), Required::no);
  EXPECT_EQ(required(item("pcie/aer{gpu=0}")), Required::if_observable);
}

TEST(Policy, the_kind_of_an_expectation_decides_for_a_metric) {
  auto i = item("host/triad");
  const auto of = [&](ExpectationKind kind) {
    i.judged = JudgedExpectation{.expectation = expectation("host/triad", 1, kind)};
    return required(i);
  };
  EXPECT_EQ(of(ExpectationKind::measured), Required::yes);
  EXPECT_EQ(of(ExpectationKind::learned), Required::yes);
  EXPECT_EQ(of(ExpectationKind::contract), Required::yes);
  EXPECT_EQ(of(ExpectationKind::datasheet), Required::no);
  EXPECT_EQ(of(ExpectationKind::derived), Required::if_observable);
}

TEST(Policy, site_comes_before_profile_and_profile_before_default) {
  Profile profile;
  profile.settings = {{.check = "gpu/ecc", .value = "on", .required = Required::no}};
  EXPECT_EQ(required(item("gpu/ecc{gpu=1}"), nullptr, profile), Required::no);
  Policy site;
  site.required = {{"gpu/*", Required::if_observable}};
  EXPECT_EQ(required(item("gpu/ecc{gpu=1}"), &site, profile), Required::if_observable);
  site.required["gpu/ecc{gpu=1}"] = Required::yes;
  EXPECT_EQ(required(item("gpu/ecc{gpu=1}"), &site, profile), Required::yes);
  profile.settings[0].superseded_by = "something else";
  EXPECT_EQ(required(item("gpu/ecc{gpu=1}"), nullptr, profile), Required::yes);
}

TEST(Policy, a_waiver_turns_fail_error_and_skip_into_warn) {
  for (const auto outcome : {Outcome::fail, Outcome::error, Outcome::skip}) {
    std::vector<Item> items{item("gpu/ecc{gpu=0}", outcome)};
    EXPECT_TRUE(apply_waivers(waiving("gpu/ecc", "S1", "2026-12-31"), "2026-11-30", items).empty());
    EXPECT_EQ(items[0].outcome, Outcome::warn);
    EXPECT_EQ(items[0].before_waiver, outcome);
  }
  std::vector<Item> open{item("gpu/ecc", Outcome::inconclusive)};
  apply_waivers(waiving("gpu/ecc", "*", "2026-12-31"), "2026-11-30", open);
  EXPECT_EQ(open[0].outcome, Outcome::inconclusive);
}

TEST(Policy, a_waiver_holds_to_its_last_day_and_for_its_subject_only) {
  const auto outcome = [](const std::string& subject, const std::string& today) {
    std::vector<Item> items{item("gpu/ecc")};
    apply_waivers(waiving("gpu/*", subject, "2026-11-30"), today, items);
    return items[0].outcome;
  };
  EXPECT_EQ(outcome("in slot 3", "2026-11-30"), Outcome::warn);
  EXPECT_EQ(outcome("*", "2026-12-01"), Outcome::fail);
  EXPECT_EQ(outcome("*", ""), Outcome::fail);
  EXPECT_EQ(outcome("S2", "2026-11-30"), Outcome::fail);
}

TEST(Policy, refuses_a_waiver_without_reason_name_or_date) {
  const auto with = [](const std::string& waiver) {
    return "{\"schema\":\"gpuproof.policy/1\",\"waivers\":[" + waiver + "]}";
  };
  const std::string good =
      R"({"item":"gpu/ecc","subject":"*","reason":"r","by":"b","until":"2026-12-31"})";
  EXPECT_NO_THROW(policy_from_json(with(good), "p"));
  for (const auto* bad :
       {R"({"item":"gpu/ecc","subject":"*","reason":"","by":"b","until":"2026-12-31"})",
        R"({"item":"gpu/ecc","subject":"*","reason":"r","by":" ","until":"2026-12-31"})",
        R"({"item":"gpu/ecc","subject":"","reason":"r","by":"b","until":"2026-12-31"})",
        R"({"item":"gpu/ecc","subject":"*","reason":"r","by":"b","until":"never"})"})
    EXPECT_THROW(policy_from_json(with(bad), "p"), InputError);
}

TEST(Policy, a_waived_item_stands_first_and_does_not_reject) {
  RunFixture f;
  f.expect(expectation("host/triad", 100)).expect(expectation("host/copy", 100));
  f.result(record_of(measurement("host/triad", {50})))
      .result(record_of(measurement("host/copy", {50})));
  f.finish();
  EXPECT_EQ(f.report().verdict, Verdict::rejected);
  JudgeOptions options{.today = "2026-11-30"};
  options.policy = waiving("host/triad", "*", "2026-12-31");
  const auto report = f.report(options);
  EXPECT_EQ(report.items.front().key, "host/triad");
  EXPECT_EQ(report.items.front().outcome, Outcome::warn);
  EXPECT_EQ(report.verdict, Verdict::rejected);  // host/copy is not waived
}

}  // namespace
}  // namespace gpuproof
