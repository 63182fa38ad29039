// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/record/report.h"

#include "harness/base/error.h"
#include "harness/base/schema.h"

namespace gpuproof {

std::string report_to_json(const Report& report) { return encode_pretty(report); }

Report report_from_json(std::string_view text, const std::string& file) {
  auto report = decode_text<Report>(text, file);
  if (report.schema != Report{}.schema)
    throw InputError(file, "report schema \"" + report.schema + "\" is not one this version reads");
  return report;
}

std::string report_schema() { return schema_text<Report>("gpuproof report"); }

std::string verdict_text(const Report& report) {
  std::string text(name_of(report.verdict));
  if (report.verdict == Verdict::accepted && report.basis == Basis::derived)
    text += " (derived expectations)";
  return report.simulated ? text + " SIMULATED" : text;
}

std::vector<const Item*> actionable(const Report& report) {
  std::vector<const Item*> found;
  for (const auto& item : report.items) {
    const bool broken = item.outcome == Outcome::fail || item.outcome == Outcome::error ||
                        item.outcome == Outcome::inconclusive;
    const bool gap = item.outcome == Outcome::skip && item.required == Required::yes &&
                     item.skip != SkipKind::not_applicable;
    if (broken || gap || item.waiver || (item.outcome == Outcome::warn && !item.remedy.empty()))
      found.push_back(&item);
  }
  return found;
}

namespace {
const Register<Schema> published{{"report", report_schema}};
}  // namespace

}  // namespace gpuproof
