// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/selection.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

using Patterns = std::vector<std::string>;

bool matches_any(const Patterns& patterns, const std::string& key) {
  const auto parsed = Key::parse(key, "plan");
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const auto& pattern) { return parsed.matches(pattern); });
}

bool matches_any(const Patterns& patterns, const PlanStep& step) {
  return matches_any(patterns, Key{step.benchmark, step.labels}.text()) ||
         std::any_of(step.promises.begin(), step.promises.end(),
                     [&](const auto& key) { return matches_any(patterns, key); });
}

std::vector<std::string> planned_names(const Plan& plan) {
  std::vector<std::string> names;
  for (const auto& step : plan.steps)
    for (const auto& key : step.promises) names.push_back(key);
  for (const auto& skip : plan.skips) names.push_back(skip.key);
  return names;
}

void require_matches(const Plan& plan, const char* option, const Patterns& patterns,
                     const std::vector<std::string>& checks) {
  auto names = planned_names(plan);
  names.insert(names.end(), checks.begin(), checks.end());
  for (const auto& pattern : patterns) {
    const auto hits = [&](const std::string& name) { return matches_any({pattern}, name); };
    if (std::any_of(names.begin(), names.end(), hits)) continue;
    const bool elsewhere = std::any_of(plan.not_in_suite.begin(), plan.not_in_suite.end(), hits);
    const auto meant = nearest(pattern, names);
    throw InputError(fmt::format("{} {} matches nothing that suite {} plans here; {}", option,
                                 clean_text(pattern), plan.suite,
                                 elsewhere        ? "it is not part of this suite"
                                 : !meant.empty() ? "did you mean " + meant + "?"
                                                  : "gpuproof list names benchmarks and checks"));
  }
}

void deselect(Plan& plan, const PlanStep& step, const std::string& reason) {
  for (const auto& key : step.promises) plan.skips.push_back({key, "not_selected", reason});
}

}  // namespace

void select_items(Plan& plan, const std::vector<std::string>& checks) {
  require_matches(plan, "--only", plan.only, checks);
  require_matches(plan, "--skip", plan.skip, checks);
  const auto reason_against = [&](const auto& item) -> std::string {
    if (matches_any(plan.skip, item)) return "deselected by --skip";
    if (!plan.only.empty() && !matches_any(plan.only, item)) return "not selected by --only";
    return {};
  };
  // What the machine proves that it lacks stays so, selected or not.
  for (auto& skip : plan.skips) {
    const auto reason = reason_against(skip.key);
    if (!reason.empty() && skip.kind != "not_applicable") skip = {skip.key, "not_selected", reason};
  }
  std::vector<PlanStep> kept;
  for (auto& step : plan.steps) {
    const auto reason = reason_against(step);
    if (reason.empty())
      kept.push_back(std::move(step));
    else
      deselect(plan, step, reason);
  }
  plan.steps = std::move(kept);
  for (const auto& check : checks)
    if (matches_any(plan.skip, check))
      plan.skips.push_back({check, "not_selected", "deselected by --skip"});
}

}  // namespace gpuproof
