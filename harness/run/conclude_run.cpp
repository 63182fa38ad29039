// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/conclude_run.h"

#include "harness/base/error.h"
#include "harness/judge/judge.h"
#include "harness/run/load_run.h"
#include "harness/run/report_place.h"

namespace gpuproof {
namespace {

// On a full disk each file that fits is worth having.
bool try_write(const RunDirectory& folder, const std::string& name, std::string_view bytes,
               std::vector<std::string>& problems) {
  try {
    folder.write(name, bytes);
    return true;
  } catch (const SystemError& e) {
    problems.push_back(e.what());
    return false;
  }
}

// The others can be made again from report.json.
bool write_without_formats(const RunDirectory& folder, const ReportBundle& bundle,
                           std::vector<std::string>& problems) {
  for (const auto* format : Registry<ReportFormat>::instance().all())
    if (!format->file_name.empty()) folder.remove(format->file_name);
  return try_write(folder, "report.json", bundle.report_json, problems);
}

}  // namespace

Conclusion conclude_run(const RunDirectory& folder, const Host& host, FactsRequest facts,
                        ProcessLauncher& launcher) {
  Conclusion end;
  std::error_code error;
  if (!fs::is_directory(folder.path(), error))
    throw Error("the folder of the run, " + folder.path().string() +
                ", is gone; what was measured is lost: start a new run");
  folder.free_reserve();
  facts.log = folder.file("attachments/facts.log");
  auto after = read_machine(host, facts, launcher);
  note_report_place(after, folder.path());
  try_write(folder, "machine-after.json", snapshot_to_json(after), end.problems);
  const auto run = load_run(folder.path());
  const auto today = utc_text(system_clock().wall()).substr(0, 10);
  end.report = judge(run, {.today = today});
  const ReportBundle bundle{.report = end.report,
                            .report_json = report_to_json(end.report),
                            .profile_json = read_input_file(folder.file("profile.json"))};
  for (const auto* format : Registry<ReportFormat>::instance().all()) {
    const bool in_folder = !format->file_name.empty() && format->file_name != "report.json";
    if (format->name == "text") end.text = format->render(bundle);
    if (in_folder) try_write(folder, format->file_name, format->render(bundle), end.problems);
  }
  end.report_written = try_write(folder, "report.json", bundle.report_json, end.problems);
  if (!end.report_written) end.report_written = write_without_formats(folder, bundle, end.problems);
  return end;
}

}  // namespace gpuproof
