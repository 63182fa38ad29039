// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// How each figure was taken: method, conditions, data check, attempts.
#include <fmt/core.h>

#include "harness/base/units.h"
#include "reports/html/page.h"

namespace gpuproof::html {
namespace {

std::string pairs(const std::map<std::string, std::string>& values) {
  std::string rows;
  for (const auto& [name, value] : values) rows += row({escape(name), escape(value)});
  return rows;
}

std::string integrity(const ResultSummary& result) {
  if (!result.integrity || !result.integrity->checked) return "not checked";
  return fmt::format("{} values compared, {} wrong ({})", result.integrity->values,
                     result.integrity->mismatches, escape(result.integrity->how));
}

std::string attempts(const ResultSummary& result) {
  std::string text;
  for (const double median : result.attempt_medians)
    text += (text.empty() ? "" : ", ") + gpuproof::figure_text(median);
  return text;
}

std::string details(const ResultSummary& result) {
  std::string rows = row({"data check", integrity(result)});
  rows += row({"formula", escape(result.formula)});
  rows += row({"stopped because", escape(result.stop_reason)});
  rows += row({"median of each attempt", escape(attempts(result) + " " + result.figure.unit)});
  rows += pairs(result.method) + pairs(result.conditions);
  for (const auto& note : result.notes) rows += row({"note", escape(note)});
  for (const auto& reason : result.disturbances) rows += row({"disturbed", escape(reason)});
  return fmt::format(
      "<details>\n<summary><code>{}</code></summary>\n<table>\n{}</table>\n</details>\n",
      escape(result.key), rows);
}

std::string render(const ReportBundle& bundle) {
  std::string out;
  for (const auto& result : bundle.report.results) out += details(result);
  return out;
}

const Register<Section> registered{
    {.name = "method", .title = "How the figures were taken", .order = 60, .render = render}};

}  // namespace
}  // namespace gpuproof::html
