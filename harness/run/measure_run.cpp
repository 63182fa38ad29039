// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/measure_run.h"

#include <memory>

#include "harness/base/hash.h"
#include "harness/measure/storage/test_file.h"

namespace gpuproof {
namespace {

// A worker that was killed left its test file behind.
void remove_test_files(const Plan& plan) {
  if (plan.keep_files) return;
  std::error_code ignored;
  for (const auto& step : plan.steps)
    if (const auto target = step.options.find("target"); target != step.options.end())
      if (fs::is_directory(target->second, ignored)) remove_test_file(target->second, plan.run_id);
}

}  // namespace

RunLog begin_journal(const RunDirectory& folder, const PreparedRun& run) {
  folder.write("profile.json", profile_to_json(run.profile));
  folder.write("machine-before.json", snapshot_to_json(run.before));
  const auto plan = encode_pretty(run.plan);
  folder.write("plan.json", plan);
  auto journal =
      std::make_shared<JournalWriter>(JournalWriter::create(folder.file("journal.jsonl")));
  folder.sync();
  RunLog log([journal](JournalLine line) { journal->append(std::move(line)); },
             [&folder] { folder.free_reserve(); });
  log.header({.run_id = run.plan.run_id,
              .plan_sha256 = sha256_hex(plan),
              .boot_id = run.before.header.boot_id.value_or("")});
  return log;
}

SupervisorEnd measure(const RunDirectory& folder, const Plan& plan, const Journal& before,
                      RunLog& log, ProcessLauncher& launcher, MeasureOptions options) {
  const auto units = units_left(plan, before);
  SupervisorOptions how{.folder = folder.path(),
                        .within_s = plan.within_s,
                        .started_at = options.started_at,
                        .deadline_scale = plan.deadline_scale,
                        .telemetry = !units.empty()};
  auto end = Supervisor(launcher, system_clock(), log, std::move(how), std::move(options.hooks))
                 .run(units);
  remove_test_files(plan);
  folder.remove_empty_attachments();
  return end;
}

}  // namespace gpuproof
