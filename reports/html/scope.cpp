// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What was not tested, and how strong the verdict is.
#include "harness/base/text.h"
#include "reports/html/page.h"
#include "reports/present.h"

namespace gpuproof::html {
namespace {

std::string list(std::string_view lead, const std::vector<std::string>& entries) {
  if (entries.empty()) return {};
  std::string out = "<p class=\"soft\">" + std::string(lead) + "</p>\n<ul>\n";
  for (const auto& entry : entries) out += "<li>" + escape(entry) + "</li>\n";
  return out + "</ul>\n";
}

std::string render(const ReportBundle& bundle) {
  const auto& report = bundle.report;
  return "<p>" + escape(strength_text(report)) + "</p>\n" +
         list("Not tested by this suite:", report.not_tested) +
         list("Extra parts, not judged:", report.extra_parts) + list("Notes:", report.notes);
}

const Register<Section> registered{
    {.name = "scope", .title = "What this covers", .order = 70, .render = render}};

}  // namespace
}  // namespace gpuproof::html
