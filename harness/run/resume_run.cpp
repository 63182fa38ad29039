// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/resume_run.h"

#include <algorithm>
#include <memory>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/text.h"
#include "harness/run/measure_run.h"

namespace gpuproof {
namespace {

[[noreturn]] void refuse(const RunDirectory& folder, const std::string& why) {
  throw InputError("--resume " + folder.path().string(), why);
}

bool differ(const std::string& a, const std::string& b) {
  return !a.empty() && !b.empty() && a != b;
}

std::string board_serial(const Snapshot& snapshot) {
  const bool known = snapshot.smbios && snapshot.smbios->board;
  return known ? snapshot.smbios->board->serial : "";
}

std::string system_uuid(const Snapshot& snapshot) {
  const bool known = snapshot.smbios && snapshot.smbios->system;
  return known ? snapshot.smbios->system->uuid : "";
}

// A machine-id may be a clone's, and numbers may be hidden from a user: what both know counts.
bool same_machine(const Snapshot& a, const Snapshot& b) {
  return !differ(a.header.machine_id.value_or(""), b.header.machine_id.value_or("")) &&
         !differ(board_serial(a), board_serial(b)) && !differ(system_uuid(a), system_uuid(b));
}

bool was_finished(const Journal& journal) {
  return std::any_of(journal.lines.begin(), journal.lines.end(),
                     [](const auto& line) { return line.type == JournalType::finished; });
}

// A kill may come before the first line is whole: nothing was measured then.
Journal read_begun_journal(const RunDirectory& folder) {
  const auto file = folder.file("journal.jsonl");
  if (!folder.has("journal.jsonl")) return {};
  const auto text = read_input_file(file, std::size_t{1} << 30);
  if (!contains(text, "\n")) {
    folder.remove("journal.jsonl");
    return {};
  }
  return parse_journal(text, file.string());
}

void require_same_plan(const RunDirectory& folder, const std::string& plan_text,
                       const Journal& journal) {
  if (!journal.lines.empty() && journal.lines.front().header->plan_sha256 != sha256_hex(plan_text))
    refuse(folder, "plan.json is not the plan that was begun; results of two plans do not mix");
}

void require_same_program(const RunDirectory& folder, const Plan& plan, const BuildInfo& build) {
  if (plan.tool_version != build.version || plan.build != build.build)
    refuse(folder, "was begun by gpuproof " + plan.tool_version + " (" + plan.build +
                       "), and this is " + build.version + " (" + build.build +
                       "); go on with the same program, or start a new run");
}

}  // namespace

ResumedRun load_to_resume(const RunDirectory& folder, const Snapshot& now, const BuildInfo& build) {
  for (const auto* name : {"machine-before.json", "profile.json"})
    if (!folder.has(name)) refuse(folder, std::string("has lost its ") + name);
  ResumedRun resumed;
  const auto plan_file = folder.file("plan.json");
  const auto plan_text = read_input_file(plan_file);
  resumed.run.plan = decode_text<Plan>(plan_text, plan_file.string());
  resumed.run.folder = folder.path();
  resumed.journal = read_begun_journal(folder);
  resumed.all_measured = was_finished(resumed.journal);
  if (resumed.all_measured && folder.has("report.json"))
    refuse(folder, "is finished already; read it with gpuproof report, or start a new run");
  require_same_program(folder, resumed.run.plan, build);
  require_same_plan(folder, plan_text, resumed.journal);
  const auto before = folder.file("machine-before.json"), profile = folder.file("profile.json");
  resumed.run.before = snapshot_from_json(read_input_file(before), before.string());
  resumed.run.profile = profile_from_json(read_input_file(profile), profile.string());
  if (!same_machine(resumed.run.before, now))
    refuse(folder, "was begun on another machine; go on there, or start a new run here");
  return resumed;
}

RunLog resume_journal(const RunDirectory& folder, const ResumedRun& resumed, const Snapshot& now) {
  // An earlier end may have left a report; from now on it would speak of half a run.
  folder.remove("report.json");
  for (const auto* format : Registry<ReportFormat>::instance().all())
    if (!format->file_name.empty()) folder.remove(format->file_name);
  folder.remove("machine-after.json");
  if (resumed.journal.lines.empty()) return begin_journal(folder, resumed.run);
  auto journal = std::make_shared<JournalWriter>(
      JournalWriter::resume(folder.file("journal.jsonl"), resumed.journal));
  RunLog log([journal](JournalLine line) { journal->append(std::move(line)); },
             [&folder] { folder.free_reserve(); });
  if (resumed.all_measured) return log;
  const auto boot = now.header.boot_id.value_or("");
  const auto earlier = boot_id_of(resumed.journal);
  log.resumed(boot);
  if (!earlier.empty() && !boot.empty() && boot != earlier && !ended_cleanly(resumed.journal, resumed.journal.lines.size()))
    log.event("unexpected_reboot", "the machine went down in the midst of the run: boot " +
                                       earlier + " ended, " + boot + " goes on");
  return log;
}

std::string boot_id_of(const Journal& journal) {
  std::string boot;
  for (const auto& line : journal.lines) {
    if (line.header) boot = line.header->boot_id;
    if (line.boot_id) boot = *line.boot_id;
  }
  return boot;
}

}  // namespace gpuproof
