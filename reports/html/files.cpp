// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The files the report was made from, and the documents it carries as inert JSON, so that the page
// alone can be judged and compared again.
#include <fmt/core.h>

#include "reports/html/page.h"

namespace gpuproof::html {
namespace {

std::string carried(std::string_view id, std::string_view json) {
  return fmt::format("<script type=\"application/json\" id=\"{}\">\n{}</script>\n", id,
                     escape_json(json));
}

std::string render(const ReportBundle& bundle) {
  std::string rows = row({"File", "SHA-256"}, "th");
  for (const auto& input : bundle.report.inputs)
    rows += row({escape(input.name), "<code>" + escape(input.sha256) + "</code>"});
  return fmt::format("<p class=\"soft\">Run {}.</p>\n<table>\n{}</table>\n",
                     escape(bundle.report.run_id), rows) +
         carried("gpuproof-report", bundle.report_json) +
         carried("gpuproof-profile", bundle.profile_json);
}

const Register<Section> registered{
    {.name = "files", .title = "Files of this run", .order = 80, .render = render}};

}  // namespace
}  // namespace gpuproof::html
