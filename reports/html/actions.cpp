// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Items with an owner and an action, waivers among them: the part a builder works through.
#include <fmt/core.h>

#include "reports/html/page.h"
#include "reports/present.h"

namespace gpuproof::html {
namespace {

std::string line(std::string_view term, const std::string& text) {
  if (text.empty()) return {};
  return fmt::format("<dt>{}</dt><dd>{}</dd>\n", term, escape(text));
}

std::string waiver(const Item& item) {
  if (!item.waiver) return {};
  const auto& w = *item.waiver;
  return line("Waived", fmt::format("by {} until {}: {}", w.by, w.until, w.reason));
}

std::string evidence(const Item& item) {
  std::string list;
  for (const auto& text : item.evidence) list += "<li>" + escape(text) + "</li>";
  return list.empty() ? list : "<dt>Evidence</dt><dd><ul>" + list + "</ul></dd>\n";
}

std::string card(const Item& item) {
  const auto measured = figure_text(item);
  std::string out =
      fmt::format("<div class=\"card\">\n<h3>{} {}</h3>\n<p>{}</p>\n<dl>\n",
                  badge(outcome_text(item)), escape(item.subject.text()), escape(item.finding));
  out += waiver(item);
  out += line("Observed", measured.empty() ? item.observed : measured);
  out += line("Expected", expected_text(item));
  out += line("Why it matters", item.why);
  out += line("Cause", item.cause);
  out += line("To do", item.remedy);
  if (item.who != Who::nobody) out += line("Who", std::string(name_of(item.who)));
  out += evidence(item);
  return out +
         fmt::format("<dt>Item</dt><dd><code>{}</code></dd>\n</dl>\n</div>\n", escape(item.key));
}

std::string render(const ReportBundle& bundle) {
  std::string out;
  for (const auto* item : actionable(bundle.report)) out += card(*item);
  return out;
}

const Register<Section> registered{
    {.name = "actions", .title = "Needs action", .order = 20, .render = render}};

}  // namespace
}  // namespace gpuproof::html
