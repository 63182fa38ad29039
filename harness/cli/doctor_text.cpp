// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/doctor_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "harness/base/text.h"
#include "harness/record/key.h"

namespace gpuproof {
namespace {

constexpr std::size_t width = 100;

// Breaks at blanks; every line starts with `indent`.
std::string wrapped(const std::string& text, const std::string& indent) {
  const auto clean = clean_text(text);
  std::string out, line = indent;
  for (const auto word : words(clean)) {
    if (line.size() > indent.size() && line.size() + word.size() + 1 > width) {
      out += line + "\n";
      line = indent;
    }
    if (line.size() > indent.size()) line += " ";
    line += word;
  }
  return out + line + "\n";
}

bool is_finding(const Item& item) {
  return item.outcome != Outcome::pass && item.outcome != Outcome::skip;
}

std::string word_of(const Item& item) {
  return item.outcome == Outcome::skip ? "not judged" : std::string(name_of(item.outcome));
}

std::string in_full(const Item& item) {
  const auto advice = item.required == Required::no ? "  (advice)" : "";
  auto text = fmt::format("{:<13} {}{}\n", word_of(item), item.key, advice);
  text += wrapped(item.finding, "    ");
  if (!is_finding(item)) return text;
  if (!item.cause.empty()) text += wrapped("Cause: " + item.cause, "    ");
  text += wrapped("Why it matters: " + item.why, "    ");
  if (item.who != Who::nobody)
    text += wrapped(fmt::format("Who acts: {}", name_of(item.who)), "    ");
  for (const auto& line : item.evidence) text += wrapped("- " + line, "      ");
  return text;
}

std::string headline(const DoctorReport& report) {
  std::map<Outcome, int> counts;
  for (const auto& item : report.items) ++counts[item.outcome];
  std::vector<std::string> parts;
  const auto add = [&](Outcome outcome, const char* words) {
    if (counts[outcome] > 0) parts.push_back(fmt::format("{} {}", counts[outcome], words));
  };
  add(Outcome::fail, "failed");
  add(Outcome::error, "could not be made");
  add(Outcome::inconclusive, "inconclusive");
  add(Outcome::warn, "warned");
  add(Outcome::pass, "passed");
  add(Outcome::skip, "not judged");
  return fmt::format("{} checks: {}", report.items.size(),
                     parts.empty() ? "none" : join(parts, ", "));
}

// "cpu 7, host 12": passes by family.
std::string passes(const DoctorReport& report) {
  std::map<std::string, int> families;
  for (const auto& item : report.items)
    if (item.outcome == Outcome::pass) ++families[Key::parse(item.key).family()];
  std::vector<std::string> parts;
  for (const auto& [family, count] : families) parts.push_back(fmt::format("{} {}", family, count));
  return parts.empty() ? "" : wrapped("Passed: " + join(parts, ", "), "");
}

const char* words_for(SkipKind kind) {
  switch (kind) {
    case SkipKind::not_observable:
      return "Not judged, out of sight or refused";
    case SkipKind::not_applicable:
      return "Not judged, this machine lacks it";
    case SkipKind::no_expectation:
      return "Not judged, nothing is expected of it";
    case SkipKind::unavailable:
      return "Not judged, software is missing";
    default:
      return "Not judged";
  }
}

std::string gaps(const DoctorReport& report) {
  std::map<SkipKind, std::vector<std::string>> kinds;
  for (const auto& item : report.items)
    if (item.outcome == Outcome::skip) kinds[item.skip].push_back(item.key);
  std::string text;
  for (const auto& [kind, keys] : kinds)
    text += wrapped(fmt::format("{}: {}", words_for(kind), join(keys, ", ")), "");
  return text;
}

}  // namespace

Subject machine_subject(const Snapshot& now) {
  Subject subject{.kind = "machine", .place = now.header.hostname.value_or("")};
  if (now.smbios && now.smbios->system) {
    subject.model = now.smbios->system->product;
    subject.serial = now.smbios->system->serial;
  }
  return subject;
}

std::string doctor_text(const DoctorReport& report, bool all) {
  auto text = fmt::format("gpuproof {} doctor   profile {}   {}\n", report.tool_version,
                          report.profile_id, report.taken_at);
  if (report.simulated) text += "SIMULATED: made from a recorded or virtual machine\n";
  text += clean_text(report.machine.text()) + "\n" + headline(report) + "\n\n";
  for (const auto& item : report.items)
    if (all || is_finding(item)) text += in_full(item) + "\n";
  return all ? text : text + passes(report) + gaps(report);
}

}  // namespace gpuproof
