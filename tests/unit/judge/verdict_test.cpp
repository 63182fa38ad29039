// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/verdict.h"

#include <gtest/gtest.h>

#include "harness/judge/judge.h"

namespace gpuproof {
namespace {

// Every item that the lattice tells apart.
std::vector<Item> every_kind() {
  std::vector<Item> kinds;
  for (const auto& [outcome, name] : EnumNames<Outcome>::table)
    for (const auto& [required, word] : EnumNames<Required>::table) {
      Item item;
      item.outcome = outcome;
      item.required = required;
      if (outcome != Outcome::skip) {
        kinds.push_back(item);
        continue;
      }
      for (const auto& [skip, kind] : EnumNames<SkipKind>::table) {
        if (skip == SkipKind::none) continue;
        item.skip = skip;
        kinds.push_back(item);
      }
    }
  return kinds;
}

// accepted < incomplete < rejected: the order in which verdicts get worse.
int badness(Verdict verdict) {
  return verdict == Verdict::accepted ? 0 : verdict == Verdict::incomplete ? 1 : 2;
}

Item passing() {
  Item item;
  item.outcome = Outcome::pass;
  return item;
}

TEST(Verdict, of_nothing_is_incomplete) { EXPECT_EQ(run_verdict({}), Verdict::incomplete); }

TEST(Verdict, of_a_single_pass_is_accepted) {
  EXPECT_EQ(run_verdict({.items = {passing()}}), Verdict::accepted);
  EXPECT_EQ(run_verdict({.items = {passing()}, .gpu_count_known = false}), Verdict::incomplete);
  EXPECT_EQ(run_verdict({.items = {passing()}, .every_subject_judged = false}),
            Verdict::incomplete);
}

TEST(Verdict, never_improves_when_an_item_is_added) {
  const auto kinds = every_kind();
  for (const auto& first : kinds)
    for (const auto& second : kinds)
      for (const auto& added : kinds) {
        const auto before = run_verdict({.items = {first, second}});
        const auto after = run_verdict({.items = {first, second, added}});
        EXPECT_GE(badness(after), badness(before));
      }
}

TEST(Verdict, does_not_depend_on_order) {
  const auto kinds = every_kind();
  for (const auto& first : kinds)
    for (const auto& second : kinds)
      EXPECT_EQ(run_verdict({.items = {first, second}}), run_verdict({.items = {second, first}}));
}

TEST(Verdict, is_the_worst_of_its_items) {
  const auto kinds = every_kind();
  for (const auto& first : kinds)
    for (const auto& second : kinds)
      EXPECT_EQ(badness(run_verdict({.items = {first, second}})),
                std::max(badness(run_verdict({.items = {first}})),
                         badness(run_verdict({.items = {second}}))));
}

TEST(Verdict, of_one_item_follows_the_table) {
  for (const auto& item : every_kind()) {
    const bool fine = item.outcome == Outcome::pass || item.outcome == Outcome::warn;
    const bool absent = item.skip == SkipKind::not_applicable;
    Verdict wanted = Verdict::accepted;
    if (item.required == Required::yes && !fine && !absent) wanted = Verdict::incomplete;
    if (item.required == Required::if_observable &&
        (item.outcome == Outcome::error || item.outcome == Outcome::inconclusive ||
         item.skip == SkipKind::not_selected))
      wanted = Verdict::incomplete;
    if (item.required != Required::no && item.outcome == Outcome::fail) wanted = Verdict::rejected;
    EXPECT_EQ(run_verdict({.items = {passing(), item}}), wanted)
        << name_of(item.outcome) << "/" << name_of(item.skip) << " " << name_of(item.required);
  }
}

}  // namespace
}  // namespace gpuproof
