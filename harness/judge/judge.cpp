// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// From the files of a run to its report: items, requirements, waivers, verdict.
#include "harness/judge/judge.h"

#include <algorithm>

#include "harness/judge/gap.h"
#include "harness/judge/items.h"
#include "harness/judge/policy.h"
#include "harness/judge/summary.h"

namespace gpuproof {
namespace {

std::vector<Item> all_items(const RunView& view) {
  std::vector<Item> items;
  for (auto* make : {metric_items, integrity_items, check_items, run_items})
    for (auto& item : make(view)) items.push_back(std::move(item));
  return items;
}

void identify(Report& report, const RunView& view) {
  const auto& plan = view.run.plan;
  report.tool_version = plan.tool_version;
  report.run_id = plan.run_id;
  report.created_at = plan.created_at;
  report.label = plan.label;
  report.suite = plan.suite;
  report.tags = plan.tags;
  report.simulated = plan.simulated || view.run.before.header.simulated;
  report.strict = plan.strict;
  report.machine = view.subject({});
  report.facts = facts_for_readers(view.now);
  report.profile_id = view.profile.id;
  report.profile_origin = plan.profile_origin;
  report.policy = view.site ? (view.site->name.empty() ? "of the site" : view.site->name)
                            : default_policy().name;
  report.inputs = view.run.inputs;
  const auto& lines = view.run.journal.lines;
  if (!lines.empty()) report.duration_s = std::max(0.0, lines.back().t - lines.front().t);
}

void count(Report& report, const RunView& view) {
  report.headline = view.gpus.headline();
  report.expected_gpus = view.gpus.expected;
  report.expected_gpus_origin = view.gpus.origin;
  report.gpus_found = view.gpus.found;
  report.extra_parts = view.gpus.extra;
  const auto unjudged = unjudged_subjects(view, report.items);
  for (const auto& gpu : view.gpus.gpus)
    if (gpu.under_test && std::find(unjudged.begin(), unjudged.end(), gpu.index) == unjudged.end())
      ++report.gpus_judged;
}

void conclude(Report& report, const RunView& view) {
  report.verdict =
      run_verdict({.items = report.items,
                   .gpu_count_known = view.gpus.known(),
                   .every_subject_judged = unjudged_subjects(view, report.items).empty()});
  report.basis = basis_of(view, report.items);
  if (report.verdict != Verdict::accepted) report.reasons = reasons_of(view, report);
  report.summary = summary_of(report);
}

}  // namespace

Report judge(const RunRecord& run, const JudgeOptions& options) {
  const RunView view(run, options);
  Report report;
  report.items = all_items(view);
  compare_siblings(view, report.items);
  compare_beside(view, report.items);
  attribute(view, report.items);
  const RequiredRules rules{view.site ? &*view.site : nullptr, view.profile};
  for (auto& item : report.items) rules.apply(item);
  if (view.site) report.notes = apply_waivers(*view.site, view.today, report.items);
  report.notes.insert(report.notes.end(), run.notes.begin(), run.notes.end());
  for (auto& note : interruptions(run.journal)) report.notes.push_back(std::move(note));
  sort_items(report.items);
  report.results = result_summaries(view);
  report.not_tested = not_tested(view);
  identify(report, view);
  count(report, view);
  conclude(report, view);
  return report;
}

}  // namespace gpuproof
