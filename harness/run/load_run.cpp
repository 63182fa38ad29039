// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/load_run.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/hash.h"
#include "harness/expect/resolve.h"
#include "harness/record/report_file.h"

namespace gpuproof {
namespace {

constexpr auto run_files = {"plan.json",    "machine-before.json", "machine-after.json",
                            "profile.json", "journal.jsonl",       "telemetry.jsonl"};

bool unreadable(const fs::path& folder) { return ::access(folder.c_str(), R_OK | X_OK) != 0; }

void require_run(const fs::path& place) {
  std::error_code error;
  const auto status = fs::status(place, error);
  if (status.type() == fs::file_type::none || (fs::is_directory(status) && unreadable(place)))
    throw InputError(place.string(), "cannot be read: permission denied; ask its owner for access");
  if (!fs::exists(status))
    throw InputError(place.string(), "no such folder; name the folder of a run");
  if (!fs::is_directory(status))
    throw InputError(place.string(), "is not the folder of a run; name the folder that holds it");
  for (const auto* name : {"plan.json", "machine-before.json", "profile.json", "journal.jsonl"})
    if (!fs::exists(place / name, error))
      throw InputError(place.string(),
                       std::string("is not a complete run: ") + name +
                           " is missing; the run ended before it began to measure, or files were "
                           "taken away");
}

std::vector<TelemetrySample> load_telemetry(const fs::path& file, std::vector<std::string>& notes) {
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  int broken = 0;
  auto samples = parse_telemetry(read_input_file(file), broken);
  if (broken > 0)
    notes.push_back(fmt::format("{} line{} of telemetry.jsonl could not be read and {} left out.",
                                broken, broken == 1 ? "" : "s", broken == 1 ? "is" : "are"));
  return samples;
}

}  // namespace

Plan load_plan(const fs::path& file) {
  auto plan = decode_file<Plan>(file);
  if (plan.schema != Plan{}.schema)
    throw InputError(file.string(),
                     "plan schema \"" + plan.schema + "\" is not one this version reads");
  // It becomes part of file names.
  if (plan.run_id.empty() || plan.run_id.find('/') != std::string::npos)
    throw InputError(file.string(), "run_id is no name that gpuproof gives; the plan was changed");
  return plan;
}

RunRecord load_run(const fs::path& place) {
  require_run(place);
  RunRecord run;
  run.plan = load_plan(place / "plan.json");
  const auto before = place / "machine-before.json", after = place / "machine-after.json";
  run.before = snapshot_from_json(read_input_file(before), before.string());
  std::error_code error;
  if (fs::exists(after, error))
    run.after = snapshot_from_json(read_input_file(after), after.string());
  const auto profile = place / "profile.json";
  run.profile = profile_from_json(read_input_file(profile), profile.string());
  require_usable(run.profile);
  run.journal = read_journal(place / "journal.jsonl");
  run.telemetry = load_telemetry(place / "telemetry.jsonl", run.notes);
  run.inputs = run_inputs(place);
  for (auto& note : changed_inputs(place)) run.notes.push_back(std::move(note));
  return run;
}

std::vector<std::string> changed_inputs(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder / "report.json", error)) return {};
  std::vector<std::string> notes;
  const auto now = run_inputs(folder);
  for (const auto& was : load_report(folder).report.inputs) {
    const auto is = std::find_if(now.begin(), now.end(),
                                 [&](const auto& input) { return input.name == was.name; });
    if (is == now.end())
      notes.push_back(was.name + " is gone since the report of the run was written.");
    else if (is->sha256 != was.sha256)
      notes.push_back(was.name + " was changed after the report of the run was written.");
  }
  return notes;
}

std::vector<ReportInput> run_inputs(const fs::path& folder) {
  std::vector<ReportInput> inputs;
  std::error_code error;
  const auto add = [&](const std::string& name) {
    if (fs::is_regular_file(folder / name, error))
      inputs.push_back({name, sha256_hex_of_file(folder / name)});
  };
  for (const auto* name : run_files) add(name);
  std::vector<std::string> attachments;
  for (const auto& entry : fs::directory_iterator(folder / "attachments", error))
    attachments.push_back("attachments/" + entry.path().filename().string());
  std::sort(attachments.begin(), attachments.end());
  for (const auto& name : attachments) add(name);
  return inputs;
}

}  // namespace gpuproof
