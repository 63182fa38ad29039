// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The report for a terminal or a log: what needs action first, the verdict as last line.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/record/report.h"
#include "reports/present.h"

namespace gpuproof {
namespace {

constexpr std::size_t width = 100;

// Breaks at blanks; every following line starts with `indent`.
std::string wrapped(const std::string& text, const std::string& indent) {
  std::string out, line = indent;
  for (const auto word : words(text)) {
    if (line.size() > indent.size() && line.size() + word.size() + 1 > width) {
      out += line + "\n";
      line = indent;
    }
    if (line.size() > indent.size()) line += " ";
    line += word;
  }
  return out + line + "\n";
}

std::string heading(const Report& r) {
  std::string text = fmt::format("gpuproof {}   suite {}   profile {}   {}\n", r.tool_version,
                                 r.suite, r.profile_id, r.created_at);
  if (r.simulated) text += "SIMULATED: made from a recorded or virtual machine\n";
  text += r.headline + "\n" + r.machine.text() + "\n\n";
  return text + wrapped(r.summary, "");
}

std::string actions(const Report& report) {
  const auto items = actionable(report);
  if (items.empty()) return {};
  std::string text = "\nNeeds action\n";
  for (const auto* item : items) {
    text += fmt::format("  {:<13} {}\n", outcome_text(*item), item->key);
    text += wrapped(item->finding, "      ");
    if (!item->remedy.empty())
      text += wrapped(fmt::format("To do ({}): {}", name_of(item->who), item->remedy), "      ");
    if (item->waiver)
      text += wrapped(fmt::format("Waived by {} until {}: {}", item->waiver->by,
                                  item->waiver->until, item->waiver->reason),
                      "      ");
  }
  return text;
}

std::string figures(const Report& report) {
  std::string text;
  for (const auto& item : report.items) {
    if (!is_metric(item)) continue;
    text += fmt::format("  {:<44} {:<38} {:<14} {}\n", item.key, figure_text(item),
                        outcome_text(item), margin_text(item));
  }
  return text.empty() ? text : "\nFigures\n" + text;
}

std::string counts(const Report& report) {
  std::string text;
  for (const auto& [name, n] : outcome_counts(report))
    text += (text.empty() ? "" : ", ") + fmt::format("{} {}", n, name);
  return fmt::format("\nItems: {}\n", text.empty() ? "none" : text);
}

std::string scope(const Report& report) {
  std::string text;
  if (!report.not_tested.empty())
    text += "\nNot tested by this suite\n" + wrapped(join(report.not_tested, ", "), "  ");
  if (!report.extra_parts.empty())
    text += "\nExtra parts, not judged\n" + wrapped(join(report.extra_parts, ", "), "  ");
  text += "\n" + wrapped(strength_text(report), "");
  return text;
}

std::string reasons(const Report& report) {
  std::string text;
  for (const auto& reason : report.reasons) text += wrapped("- " + reason, "  ");
  return text.empty() ? text : "\nWhy not accepted\n" + text;
}

std::string render(const ReportBundle& bundle) {
  const auto& report = bundle.report;
  return clean_text(heading(report) + actions(report) + figures(report) + counts(report) +
                    scope(report) + reasons(report) + "\nVerdict: " + verdict_text(report) + "\n");
}

const Register<ReportFormat> registered{
    {.name = "text",
     .file_name = "report.txt",
     .about = "for a terminal or a log; the verdict is the last line",
     .render = render}};

}  // namespace
}  // namespace gpuproof
