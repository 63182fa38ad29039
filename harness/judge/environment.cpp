// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/environment.h"

#include <algorithm>

#include "harness/judge/items.h"
#include "harness/judge/policy.h"
#include "harness/judge/verdict.h"

namespace gpuproof {
namespace {

bool is_open(const Item& item) {
  if (item.required != Required::yes) return false;
  return item.outcome == Outcome::error || item.outcome == Outcome::inconclusive ||
         (item.outcome == Outcome::skip && item.skip == SkipKind::not_observable);
}

}  // namespace

std::vector<Item> judge_environment(const CheckInput& input) {
  const Profile none;
  const RequiredRules rules{.site = nullptr, .profile = input.profile ? *input.profile : none};
  auto items = run_checks(input);
  for (auto& item : items) rules.apply(item);
  sort_items(items);
  return items;
}

Verdict environment_verdict(const std::vector<Item>& items) {
  if (std::any_of(items.begin(), items.end(), rejects)) return Verdict::rejected;
  if (std::any_of(items.begin(), items.end(), is_open)) return Verdict::incomplete;
  return Verdict::accepted;
}

}  // namespace gpuproof
