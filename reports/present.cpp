// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "reports/present.h"

#include <fmt/core.h>

#include <cmath>

#include "harness/base/units.h"

namespace gpuproof {

std::string outcome_text(const Item& item) {
  std::string text(name_of(item.outcome));
  if (item.outcome == Outcome::skip) text += "/" + std::string(name_of(item.skip));
  return item.waiver ? text + " (waived)" : text;
}

std::string figure_text(const Item& item) {
  if (!item.figure) return {};
  const auto& f = *item.figure;
  return fmt::format("{} {} ({} to {}, n {})", figure_text(f.value), f.unit, figure_text(f.low),
                     figure_text(f.high), f.n);
}

std::string expected_text(const Item& item) {
  if (!item.judged) return item.expected;
  const auto& e = item.judged->expectation;
  return fmt::format("floor {}, expected {} {} ({})", figure_text(item.judged->floor),
                     figure_text(e.value), e.unit, name_of(e.kind));
}

std::string margin_text(const Item& item) {
  if (!item.judged || !std::isfinite(item.judged->margin)) return {};
  const double percent = item.judged->margin * 100;
  return fmt::format("{:.0f} % {} the floor", std::fabs(percent), percent >= 0 ? "above" : "below");
}

bool is_metric(const Item& item) { return item.figure.has_value(); }

std::vector<std::pair<std::string, int>> outcome_counts(const Report& report) {
  std::vector<std::pair<std::string, int>> counts;
  for (const auto outcome : {Outcome::fail, Outcome::error, Outcome::inconclusive, Outcome::warn,
                             Outcome::pass, Outcome::skip}) {
    int n = 0;
    for (const auto& item : report.items) n += item.outcome == outcome;
    if (n > 0) counts.emplace_back(std::string(name_of(outcome)), n);
  }
  return counts;
}

std::string strength_text(const Report& report) {
  return fmt::format(
      "This verdict covers the items listed here, measured once for {} by suite {}. It says "
      "nothing "
      "of parts that were not tested, of power supplies and management controllers, or of how the "
      "machine behaves after hours of load.",
      report.duration_s < 60 ? fmt::format("{:.0f} s", report.duration_s)
                             : fmt::format("{:.0f} min", report.duration_s / 60),
      report.suite);
}

}  // namespace gpuproof
