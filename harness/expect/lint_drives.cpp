// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Drive figures bound each other: reads cannot exceed the link, and 4 KiB reads reach about half
// to nine tenths of what long reads do. A slip of a factor of 2 breaks one of these.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/expect/lint.h"
#include "harness/facts/pci_link.h"
#include "harness/record/key.h"

namespace gpuproof {
namespace {

double gbs_of(const DriveFigure& figure) {
  return figure.unit == "kIOPS" ? figure.value * 4096 / 1e6 : figure.value;
}

const DriveFigure* sequential_of(const DriveFigures& table, const std::string& model) {
  for (const auto& figure : table.drives)
    if (figure.model == model && Key::parse(figure.key).name == "storage/sequential_read")
      return &figure;
  return nullptr;
}

void against(std::vector<LintFinding>& findings, const std::string& where, double share, double low,
             double high, const std::string& of) {
  if (!(share >= low && share <= high))
    findings.push_back({where, fmt::format("{:.0f} % of {} is not believable", 100 * share, of)});
}

void check(const DriveFigures& table, const DriveFigure& figure,
           std::vector<LintFinding>& findings) {
  const std::string where = figure.model + " " + figure.key;
  const auto object = [&](const std::string& what) { findings.push_back({where, what}); };
  const bool random = Key::parse(figure.key, where).name == "storage/random_read";
  if (figure.unit != (random ? "kIOPS" : "GB/s")) object("the unit does not fit the metric");
  if (!starts_with(figure.url, "https://") && !starts_with(figure.url, "http://"))
    object("has no public address");
  if (trim(figure.source).empty() || split(figure.date, '-').size() != 3)
    object("has no source or date");
  if (!(figure.floor_ratio >= 0.5 && figure.floor_ratio <= 1))
    object("floor_ratio lies outside 0.5 to 1");
  if (figure.kind == ExpectationKind::derived) object("a drive table holds no derived figures");
  if (pcie_generation(figure.link_gts) == 0) return object("the link rate is not one of PCIe");
  if (figure.link_width != 4) return object("NVMe drives of this table have 4 lanes");
  const double link = link_gbs(figure.link_gts, figure.link_width);
  const auto* sequential = random ? sequential_of(table, figure.model) : nullptr;
  if (sequential && (sequential->link_gts != figure.link_gts))
    object("the link differs from that of its long reads");
  if (sequential)
    against(findings, where, gbs_of(figure) / gbs_of(*sequential), 0.45, 0.95, "its long reads");
  else
    against(findings, where, gbs_of(figure) / link, 0.5, 1, "its link");
}

}  // namespace

std::vector<LintFinding> lint(const DriveFigures& table) {
  std::vector<LintFinding> findings;
  for (const auto& figure : table.drives) check(table, figure, findings);
  return findings;
}

}  // namespace gpuproof
