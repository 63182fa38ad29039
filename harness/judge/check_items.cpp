// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Items of environment checks, over the snapshots around the run.
#include "harness/judge/items.h"

namespace gpuproof {
namespace {

const PlanSkip* planned_skip(const RunView& view, const std::string& check) {
  for (const auto& skip : view.run.plan.skips)
    if (skip.key == check) return &skip;
  return nullptr;
}

}  // namespace

std::vector<Item> check_items(const RunView& view) {
  const auto input = view.check_input();
  std::vector<Item> items;
  for (const auto* check : Registry<Check>::instance().all()) {
    if (const auto* skip = planned_skip(view, check->name)) {
      Item item{.key = check->name,
                .subject = view.subject({}),
                .outcome = Outcome::skip,
                .skip = enum_from<SkipKind>(skip->kind).value_or(SkipKind::not_selected)};
      item.observed = skip->reason;
      item.finding = check->name + " was not checked: " + skip->reason + ".";
      items.push_back(std::move(item));
      continue;
    }
    for (auto& item : run_check(*check, input)) items.push_back(std::move(item));
  }
  return items;
}

}  // namespace gpuproof
