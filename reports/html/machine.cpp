// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What the machine is, as far as a reader of the report wants to know.
#include "reports/html/page.h"

namespace gpuproof::html {
namespace {

std::string render(const ReportBundle& bundle) {
  std::string rows;
  for (const auto& [name, value] : bundle.report.facts) rows += row({escape(name), escape(value)});
  for (const auto& [name, value] : bundle.report.tags)
    rows += row({"tag " + escape(name), escape(value)});
  return rows.empty() ? rows : "<table>\n" + rows + "</table>\n";
}

const Register<Section> registered{
    {.name = "machine", .title = "The machine", .order = 50, .render = render}};

}  // namespace
}  // namespace gpuproof::html
