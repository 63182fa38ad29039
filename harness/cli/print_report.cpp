// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/print_report.h"

#include <unistd.h>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

const ReportFormat& format_named(const std::string& name) {
  if (const auto* format = Registry<ReportFormat>::instance().find(name)) return *format;
  std::vector<std::string> names;
  for (const auto* format : Registry<ReportFormat>::instance().all()) names.push_back(format->name);
  const auto meant = nearest(name, names);
  throw InputError(
      "there is no format \"" + name + "\"; " +
      (meant.empty() ? "formats: " + join(names, ", ") : "did you mean \"" + meant + "\"?"));
}

}  // namespace

void print_formats(const std::string& names, const ReportBundle& bundle) {
  std::vector<const ReportFormat*> formats;
  for (const auto name : split(names, ','))
    formats.push_back(&format_named(std::string(trim(name))));
  for (const auto* format : formats)
    write_all(STDOUT_FILENO, format->render(bundle), "standard output");
}

void write_formats(const fs::path& folder, const ReportBundle& bundle) {
  std::error_code error;
  if (fs::exists(folder, error))
    throw InputError(folder.string(), "exists already; name a folder that does not");
  if (!fs::create_directories(folder, error))
    throw InputError(folder.string(), "cannot be created: " + error.message());
  for (const auto* format : Registry<ReportFormat>::instance().all())
    if (!format->file_name.empty() && format->file_name != "report.json")
      write_file_atomic(folder / format->file_name, format->render(bundle));
  write_file_atomic(folder / "profile.json", bundle.profile_json);
  write_file_atomic(folder / "report.json", bundle.report_json);
}

}  // namespace gpuproof
