// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Every check with its outcome, folded by family.
#include <fmt/core.h>

#include <map>

#include "reports/html/page.h"
#include "reports/present.h"

namespace gpuproof::html {
namespace {

struct Family {
  std::string rows;
  std::map<std::string, int> counts;
};

std::string summary_line(const std::string& name, const Family& family) {
  std::string line = escape(name) + ":";
  for (const auto& [outcome, n] : family.counts) line += fmt::format(" {} {}", n, badge(outcome));
  return line;
}

std::string render(const ReportBundle& bundle) {
  std::map<std::string, Family> families;
  for (const auto& item : bundle.report.items) {
    if (is_metric(item)) continue;
    auto& family = families[item.key.substr(0, item.key.find('/'))];
    ++family.counts[std::string(name_of(item.outcome))];
    family.rows += row({"<code>" + escape(item.key) + "</code>", badge(outcome_text(item)),
                        escape(item.subject.text()), escape(item.observed), escape(item.expected),
                        escape(std::string(name_of(item.required)))});
  }
  std::string out;
  for (const auto& [name, family] : families)
    out += fmt::format("<details>\n<summary>{}</summary>\n<table>\n{}{}</table>\n</details>\n",
                       summary_line(name, family),
                       row({"Item", "", "Subject", "Observed", "Expected", "Required"}, "th"),
                       family.rows);
  return out;
}

const Register<Section> registered{
    {.name = "checks", .title = "All items", .order = 40, .render = render}};

}  // namespace
}  // namespace gpuproof::html
