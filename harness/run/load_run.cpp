// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/load_run.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/hash.h"

namespace gpuproof {
namespace {

constexpr auto run_files = {"plan.json",    "machine-before.json", "machine-after.json",
                            "profile.json", "journal.jsonl",       "telemetry.jsonl"};

void require_run(const fs::path& place) {
  std::error_code error;
  const auto status = fs::status(place, error);
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

std::vector<TelemetrySample> load_telemetry(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  return parse_telemetry(read_input_file(file), file.string());
}

}  // namespace

Plan load_plan(const fs::path& file) {
  auto plan = decode_file<Plan>(file);
  if (plan.schema != Plan{}.schema)
    throw InputError(file.string(),
                     "plan schema \"" + plan.schema + "\" is not one this version reads");
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
  run.journal = read_journal(place / "journal.jsonl");
  run.telemetry = load_telemetry(place / "telemetry.jsonl");
  run.inputs = run_inputs(place);
  return run;
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
