// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/run_flow.h"

#include <cstdio>

#include "harness/cli/exit_status.h"
#include "harness/cli/verdict_status.h"
#include "harness/judge/judge.h"
#include "harness/run/conclude_run.h"
#include "harness/run/load_run.h"
#include "harness/run/lock.h"
#include "harness/run/measure_run.h"
#include "harness/run/prepare_run.h"
#include "harness/run/progress.h"
#include "harness/run/resume_run.h"
#include "harness/run/system_launcher.h"

namespace gpuproof {
namespace {

// What is told is on disk as well: a reader that left is no reason to fail.
void tell(std::FILE* out, const std::string& text) { std::fputs(text.c_str(), out); }

// A simulated machine has no one to share its parts with.
FileHandle lock_for(const Plan& plan, bool share) {
  if (plan.steps.empty() || plan.simulated || share) return {};
  return lock_machine("host");
}

std::vector<Item> judge_live(const BenchRecord& record, const PreparedRun& run) {
  std::vector<Item> items;
  for (const auto& figure : record.metrics)
    items.push_back(judge_measurement(figure, record, run.profile, run.plan.suite == "quick", {}));
  return items;
}

// Only an interval that lies across the floor asks for more samples.
bool undecided(const BenchRecord& record, const PreparedRun& run) {
  if (record.outcome != Outcome::pass || !record.disturbances.empty()) return false;
  for (const auto& item : judge_live(record, run))
    if (item.outcome == Outcome::inconclusive) return true;
  return false;
}

int exit_code(const SupervisorEnd& end, const Conclusion& conclusion) {
  for (const auto& problem : conclusion.problems) tell(stderr, "gpuproof: " + problem + "\n");
  if (end.signal != 0) return signal_code(end.signal);
  const auto status = verdict_status(conclusion.report);
  // An acceptance whose papers are not all there is none.
  const bool lacking = status == ExitStatus::good && !conclusion.problems.empty();
  return code(conclusion.report_written && !lacking ? status : ExitStatus::tool_failed);
}

int measure_and_conclude(const RunDirectory& folder, const PreparedRun& run, const Journal& before,
                         RunLog& log, SystemLauncher& launcher, const Host& host,
                         const FactsRequest& facts, Nanoseconds started_at) {
  const auto units = units_left(run.plan, before);
  SupervisorEnd end;
  {
    ProgressView progress(
        stderr, ProgressStyle::of(stderr), units,
        [&](const BenchRecord& record) { return judge_live(record, run); }, system_clock());
    auto hooks = progress.hooks();
    hooks.undecided = [&](const BenchRecord& record) { return undecided(record, run); };
    end = measure(folder, run.plan, before, log, launcher, {started_at, std::move(hooks)});
  }
  const auto conclusion = conclude_run(folder, host, facts, launcher);
  tell(stdout, conclusion.text);
  return exit_code(end, conclusion);
}

// Until there is a run to end in order, a signal ends the process at once.
PreparedRun prepare(const RunOptions& options, const Host& host) {
  SystemLauncher launcher;
  return prepare_run(options, host, launcher);
}

// The libraries that the run began with, unless others are named now.
FactsRequest facts_to_resume(RunOptions options, const RunDirectory& folder) {
  const auto plan = folder.has("plan.json") ? load_plan(folder.file("plan.json")) : Plan{};
  for (const auto& step : plan.steps)
    if (const auto path = step.options.find("library_path");
        path != step.options.end() && options.library_path.empty())
      options.library_path = path->second;
  return facts_request(options);
}

}  // namespace

int run_new(const RunOptions& options) {
  const auto started_at = system_clock().boottime();
  const auto host = make_host(options.sysroot);
  const auto run = prepare(options, *host);
  if (options.dry_run) {
    RunDirectory::require_new(run.folder);
    tell(stdout, plan_text(run.plan));
    return code(ExitStatus::good);
  }
  const auto lock = lock_for(run.plan, options.share);
  SystemLauncher launcher;  // from here on signals end the run in order
  const auto folder = RunDirectory::create(run.folder);
  tell(stderr, "Run folder: " + run.folder.string() + "\n");
  auto log = begin_journal(folder, run);
  return measure_and_conclude(folder, run, {}, log, launcher, *host, facts_request(options),
                              started_at);
}

int run_resumed(const RunOptions& options) {
  const auto started_at = system_clock().boottime();
  const auto host = make_host(options.sysroot);
  SystemLauncher launcher;
  const auto folder = RunDirectory::resume(options.resume);
  const auto facts = facts_to_resume(options, folder);
  const auto now = read_machine(*host, facts, launcher);
  const auto resumed = load_to_resume(folder, now, options.build);
  const auto lock = lock_for(resumed.run.plan, options.share || resumed.run.plan.share);
  auto log = resume_journal(folder, resumed, now);
  return measure_and_conclude(folder, resumed.run, resumed.journal, log, launcher, *host, facts,
                              started_at);
}

}  // namespace gpuproof
