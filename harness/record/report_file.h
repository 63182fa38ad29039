// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A report wherever it lies: a run folder, a report.json, or a report.html that carries both
// documents as inert JSON.
#pragma once

#include <filesystem>
#include <string>

#include "harness/record/report.h"

namespace gpuproof {

struct ReportDocuments {
  Report report;
  std::string report_json, profile_json;  // profile_json: empty where only report.json is there
};

// Throws InputError naming the file and what is wrong with it.
ReportDocuments load_report(const std::filesystem::path& place);

// The text of the element <script type="application/json" id="…"> with the escapes undone; throws
// InputError where the page has none.
std::string carried_json(std::string_view page, std::string_view id, const std::string& file);

}  // namespace gpuproof
