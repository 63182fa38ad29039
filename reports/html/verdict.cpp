// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// First section: how many GPUs, the verdict, what is wrong and what to do.
#include <fmt/core.h>

#include "reports/html/page.h"
#include "reports/present.h"

namespace gpuproof::html {
namespace {

std::string reasons(const Report& report) {
  if (report.reasons.empty()) return {};
  std::string list = "<p class=\"soft\">Why it is not accepted:</p>\n<ul>\n";
  for (const auto& reason : report.reasons) list += "<li>" + escape(reason) + "</li>\n";
  return list + "</ul>\n";
}

std::string counts(const Report& report) {
  std::string line;
  for (const auto& [name, n] : outcome_counts(report))
    line += fmt::format("{} {} ", n, badge(name));
  return "<p>" + line + "</p>\n";
}

std::string render(const ReportBundle& bundle) {
  const auto& r = bundle.report;
  std::string out = fmt::format("<div class=\"verdict {}\">\n<p>{}</p>\n<h1>{}</h1>\n",
                                name_of(r.verdict), escape(r.headline), escape(verdict_text(r)));
  if (r.simulated)
    out +=
        "<p><span class=\"stamp\">SIMULATED</span> Made from a recorded or virtual machine; no "
        "figure here is a measurement of hardware.</p>\n";
  out += fmt::format("<p class=\"lead\">{}</p>\n{}{}", escape(r.summary), reasons(r), counts(r));
  out += fmt::format(
      "<p class=\"soft\">{}<br>Suite {}, profile {} ({}), {}, gpuproof {}{}</p>\n</div>\n",
      escape(r.machine.text()), escape(r.suite), escape(r.profile_id), escape(r.profile_origin),
      escape(r.created_at), escape(r.tool_version),
      r.label.empty() ? "" : ", label " + escape(r.label));
  return out;
}

const Register<Section> registered{{.name = "verdict", .order = 10, .render = render}};

}  // namespace
}  // namespace gpuproof::html
