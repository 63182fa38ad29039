// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/summary.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/judge/verdict.h"

namespace gpuproof {
namespace {

std::string unjudged_reason(const std::vector<std::string>& subjects) {
  if (subjects.size() == 1 && subjects.front() == "host")
    return "No figure of this machine was judged: give a profile with --profile, or run the suite "
           "in full.";
  return "No figure was judged of GPU " + join(subjects, ", ") +
         ": give a profile with --profile, or run the suite in full.";
}

// An item that leaves the verdict open may pass as such: "skip of gpu/ecc" needs the word.
std::string open_reason(const Item& item) {
  return fmt::format("{} ({}{}): {}", item.key, name_of(item.outcome),
                     item.skip == SkipKind::none ? "" : "/" + std::string(name_of(item.skip)),
                     item.finding);
}

int count(const Report& report, Outcome outcome) {
  return static_cast<int>(std::count_if(report.items.begin(), report.items.end(),
                                        [&](const auto& item) { return item.outcome == outcome; }));
}

std::string accepted_summary(const Report& report) {
  const int warnings = count(report, Outcome::warn) + count(report, Outcome::fail);
  return fmt::format(
      "The machine met what was asked of it in {} item{}{}; what was not tested is listed below.",
      count(report, Outcome::pass), count(report, Outcome::pass) == 1 ? "" : "s",
      warnings ? fmt::format(", with {} warning{}", warnings, warnings == 1 ? "" : "s") : "");
}

}  // namespace

std::vector<std::string> reasons_of(const RunView& view, const Report& report) {
  std::vector<std::string> reasons;
  for (const auto& item : report.items)
    if (rejects(item)) reasons.push_back(item.finding);
  if (report.items.empty()) reasons.push_back("Nothing was checked or measured.");
  for (const auto& item : report.items)
    if (!rejects(item) && leaves_open(item)) reasons.push_back(open_reason(item));
  const auto unjudged = unjudged_subjects(view, report.items);
  if (!unjudged.empty()) reasons.push_back(unjudged_reason(unjudged));
  if (!view.gpus.known())
    reasons.push_back(fmt::format(
        "The number of GPUs that this machine should have is unknown; found were {}: say it with "
        "--expect gpus={} or name a machine profile.",
        view.gpus.found, view.gpus.found));
  return reasons;
}

std::string summary_of(const Report& report) {
  switch (report.verdict) {
    case Verdict::accepted:
      return accepted_summary(report);
    case Verdict::rejected:
      return report.reasons.front();
    case Verdict::incomplete:
      break;
  }
  return "Neither accepted nor rejected, as something was left open: " +
         (report.reasons.empty() ? "nothing was judged." : report.reasons.front());
}

std::vector<std::string> not_tested(const RunView& view) {
  auto list = view.run.plan.not_in_suite;
  std::sort(list.begin(), list.end());
  // No part of gpuproof reads these yet.
  list.push_back("board management controller");
  list.push_back("power supplies under load");
  return list;
}

}  // namespace gpuproof
