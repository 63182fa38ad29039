// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/record/report_file.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/files.h"

namespace gpuproof {
namespace {

std::string read_if_there(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error) ? read_input_file(file) : std::string();
}

ReportDocuments from_folder(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder / "report.json", error))
    throw InputError(folder.string(),
                     "holds no report.json; name the folder of a finished run, or go on with an "
                     "unfinished one: gpuproof run --resume");
  ReportDocuments documents;
  documents.report_json = read_input_file(folder / "report.json");
  documents.profile_json = read_if_there(folder / "profile.json");
  return documents;
}

ReportDocuments from_page(const fs::path& file) {
  const auto page = read_input_file(file);
  ReportDocuments documents;
  documents.report_json = carried_json(page, "gpuproof-report", file.string());
  documents.profile_json = carried_json(page, "gpuproof-profile", file.string());
  return documents;
}

ReportDocuments from_file(const fs::path& file) {
  if (file.extension() == ".html") return from_page(file);
  ReportDocuments documents;
  documents.report_json = read_input_file(file);
  return documents;
}

// A report that contradicts itself was edited, and nothing in it can be relied on.
void require_consistent(const Report& report, const std::string& file) {
  if (report.verdict != Verdict::accepted) return;
  const auto speaks_against = [](const Item& item) {
    return item.outcome == Outcome::fail && item.required != Required::no;
  };
  const auto failing = std::find_if(report.items.begin(), report.items.end(), speaks_against);
  if (failing != report.items.end())
    throw InputError(file, "says accepted although " + failing->key +
                               " fails; it was changed: judge the run again");
  if (!report.reasons.empty())
    throw InputError(file, "says accepted beside reasons against it; it was changed: judge the run "
                           "again");
}

}  // namespace

std::string carried_json(std::string_view page, std::string_view id, const std::string& file) {
  const auto opening = "<script type=\"application/json\" id=\"" + std::string(id) + "\">\n";
  const auto start = page.find(opening);
  const auto end = page.find("</script>", start);
  if (start == std::string_view::npos || end == std::string_view::npos)
    throw InputError(file, "carries no " + std::string(id) + "; is it a report of gpuproof?");
  const auto from = start + opening.size();
  return std::string(page.substr(from, end - from));  // \u003c needs no undoing: it is JSON
}

ReportDocuments load_report(const fs::path& place) {
  std::error_code error;
  auto documents = fs::is_directory(place, error) ? from_folder(place) : from_file(place);
  const auto name = fs::is_directory(place, error) ? place / "report.json" : place;
  documents.report = report_from_json(documents.report_json, name.string());
  require_consistent(documents.report, name.string());
  return documents;
}

}  // namespace gpuproof
