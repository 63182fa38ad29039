// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Items of metrics: every figure that was reported, and every one that was planned.
#include <fmt/core.h>

#include <set>

#include "harness/base/error.h"
#include "harness/judge/attempts.h"
#include "harness/judge/gap.h"
#include "harness/judge/items.h"

namespace gpuproof {
namespace {

Item judged_item(const RunView& view, const std::string& key,
                 const std::vector<Attempt>& attempts) {
  const auto subject = view.subject(Key::parse(key));
  try {
    return judge_attempts(key, attempts, view.profile, view.quick, subject);
  } catch (const InputError& e) {  // a profile that contradicts itself voids this item, not the run
    return {.key = key,
            .subject = subject,
            .outcome = Outcome::error,
            .finding = std::string(e.what()) + ".",
            .who = Who::profile_author};
  }
}

Item gap_item(const RunView& view, const std::string& key, const Gap& gap) {
  Item item{.key = key, .subject = view.subject(Key::parse(key)), .outcome = gap.outcome};
  item.observed = gap.reason;
  item.finding = fmt::format("{}: {} was not measured, as {}. {}", item.subject.text(), key,
                             gap.reason, gap.remedy);
  item.remedy = gap.remedy;
  item.who = gap.who;
  return item;
}

Item skipped_item(const RunView& view, const PlanSkip& skip) {
  Item item{.key = skip.key,
            .subject = view.subject(Key::parse(skip.key, "plan.json")),
            .outcome = Outcome::skip};
  item.skip = enum_from<SkipKind>(skip.kind).value_or(SkipKind::unavailable);
  item.observed = skip.reason;
  item.finding =
      fmt::format("{}: {} was not measured: {}.", item.subject.text(), skip.key, skip.reason);
  item.who = item.skip == SkipKind::unavailable ? Who::admin : Who::nobody;
  return item;
}

bool is_check(const std::string& key) {
  return Registry<Check>::instance().find(Key::parse(key, "plan.json").name) != nullptr;
}

}  // namespace

std::vector<Item> metric_items(const RunView& view) {
  std::vector<Item> items;
  std::set<std::string> told;
  for (const auto& [key, attempts] : attempts_of(view.run.journal, view.run.plan)) {
    items.push_back(judged_item(view, key, attempts));
    told.insert(key);
  }
  for (const auto& step : view.run.plan.steps)
    for (const auto& key : step.promises)
      if (told.insert(key).second)
        items.push_back(gap_item(view, key, gap_of(view.run.journal, step)));
  for (const auto& skip : view.run.plan.skips)
    if (!is_check(skip.key) && told.insert(skip.key).second)
      items.push_back(skipped_item(view, skip));
  return items;
}

}  // namespace gpuproof
