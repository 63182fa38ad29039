// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/checks/check.h"
#include "harness/run/plan_steps.h"
#include "harness/run/selection.h"

namespace gpuproof {
namespace {

void set_expected_gpus(const PlanInput& in, Plan& plan) {
  const auto& asked = in.request.expected_gpus;
  const auto promised = in.profile.kind == "machine" ? in.profile.gpu_count : std::optional<int>();
  if (asked && promised && *asked != *promised)
    throw InputError(
        fmt::format("--expect gpus={}: profile {} says {}; drop the option or choose "
                    "another profile",
                    *asked, in.profile.id, *promised));
  plan.expected_gpus = promised ? promised : asked;
  plan.expected_gpus_origin = promised ? "profile" : asked ? "--expect" : "";
}

void set_request(const PlanInput& in, Plan& plan) {
  const auto& request = in.request;
  plan.suite = name_of(request.suite);
  plan.policy = request.policy;
  plan.label = request.label;
  plan.tags = request.tags;
  plan.only = request.only;
  plan.skip = request.skip;
  plan.gpus = request.gpus;
  plan.within_s = request.within_s;
  plan.deadline_scale = request.deadline_scale;
  plan.strict = request.strict;
  plan.keep_files = request.keep_files;
  plan.share = request.share;
  plan.command_line = request.command_line;
  plan.simulated = in.snapshot.header.simulated;
}

std::vector<std::string> check_names() {
  std::vector<std::string> names;
  for (const auto* check : Registry<Check>::instance().all()) names.push_back(check->name);
  return names;
}

std::vector<std::string> without_repeats(const std::vector<std::string>& names) {
  const std::set<std::string> unique(names.begin(), names.end());
  return {unique.begin(), unique.end()};
}

}  // namespace

Plan make_plan(const PlanInput& in) {
  Plan plan{.tool_version = in.build.version,
            .build = in.build.build,
            .run_id = in.run_id,
            .created_at = in.created_at,
            .profile_id = in.profile.id,
            .profile_origin = in.profile_origin};
  set_request(in, plan);
  set_expected_gpus(in, plan);
  auto planned = plan_steps(in);
  auto gaps = plan_gpu_gaps(in);
  plan.steps = std::move(planned.steps);
  plan.skips = std::move(gaps.skips);
  planned.not_in_suite.insert(planned.not_in_suite.end(), gaps.not_in_suite.begin(),
                              gaps.not_in_suite.end());
  plan.not_in_suite = without_repeats(planned.not_in_suite);
  select_items(plan, check_names());
  int id = 0;
  for (auto& step : plan.steps) step.id = ++id;
  return plan;
}

double plan_estimate_s(const Plan& plan) {
  double total = 0;
  std::map<std::string, double> groups;
  for (const auto& step : plan.steps) {
    if (step.group.empty())
      total += step.estimate_s;
    else
      groups[step.group] = std::max(groups[step.group], step.estimate_s);
  }
  for (const auto& [group, estimate] : groups) total += estimate;
  return total;
}

std::string plan_text(const Plan& plan) {
  std::string text = fmt::format("Suite {} with profile {} ({})\n\n", plan.suite, plan.profile_id,
                                 plan.profile_origin);
  for (const auto& step : plan.steps)
    text += fmt::format("{:>10}  {}{}\n", duration_text(step.estimate_s),
                        Key{step.benchmark, step.labels}.text(),
                        step.group.empty() ? "" : ", at once with its group");
  text += fmt::format("{:>10}  {} step{}\n", duration_text(plan_estimate_s(plan)),
                      plan.steps.size(), plan.steps.size() == 1 ? "" : "s");
  if (!plan.skips.empty()) text += "\nPlanned and not measured:\n";
  for (const auto& skip : plan.skips)
    text += fmt::format("  {}: {}, {}\n", skip.key, skip.kind, skip.reason);
  if (!plan.not_in_suite.empty()) text += "\nNot tested by this suite:\n";
  for (const auto& name : plan.not_in_suite) text += fmt::format("  {}\n", name);
  return text;
}

}  // namespace gpuproof
