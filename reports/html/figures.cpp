// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Measured figures beside their expectation, with a bar that shows floor and interval.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "harness/base/units.h"
#include "reports/html/page.h"
#include "reports/present.h"

namespace gpuproof::html {
namespace {

constexpr double bar_width = 180;

// Scale: the largest of what is drawn fills the bar.
double scale_of(const Item& item) {
  double top = std::max(item.figure->value, item.figure->high);
  if (item.judged) top = std::max({top, item.judged->floor, item.judged->expectation.value});
  return std::isfinite(top) && top > 0 ? bar_width / top : 0;
}

std::string mark(double x, std::string_view colour, std::string_view what) {
  return fmt::format(
      "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"1\" y2=\"15\" stroke=\"{1}\" stroke-width=\"2\">"
      "<title>{2}</title></line>",
      x, colour, what);
}

std::string bar(const Item& item) {
  const double scale = scale_of(item);
  if (scale == 0) return {};
  const auto& f = *item.figure;
  std::string svg = fmt::format(
      "<svg width=\"{:.0f}\" height=\"16\" role=\"img\" aria-label=\"{}\">"
      "<rect x=\"0\" y=\"4\" width=\"{:.1f}\" height=\"8\" fill=\"var(--open)\" opacity=\".35\"/>"
      "<rect x=\"{:.1f}\" y=\"6\" width=\"{:.1f}\" height=\"4\" fill=\"var(--open)\"/>",
      bar_width + 2, escape(figure_text(item)), f.value * scale, f.low * scale,
      std::max(1.0, (f.high - f.low) * scale));
  if (item.judged) {
    svg += mark(item.judged->floor * scale, "var(--fail)", "floor");
    svg += mark(item.judged->expectation.value * scale, "var(--soft)", "expected");
  }
  return svg + "</svg>";
}

std::string render(const ReportBundle& bundle) {
  std::string rows;
  for (const auto& item : bundle.report.items) {
    if (!is_metric(item)) continue;
    rows += row({"<code>" + escape(item.key) + "</code>", badge(outcome_text(item)),
                 escape(figure_text(item)), escape(expected_text(item)), escape(margin_text(item)),
                 bar(item)});
  }
  if (rows.empty()) return {};
  return "<table>\n" +
         row({"Metric", "", "Median (95 % interval)", "Expectation", "Margin", ""}, "th") + rows +
         "</table>\n<p class=\"soft\">Red mark: floor. Grey mark: expected. Units are decimal "
         "(1 GB is 10<sup>9</sup> bytes).</p>\n";
}

const Register<Section> registered{
    {.name = "figures", .title = "Figures", .order = 30, .render = render}};

}  // namespace
}  // namespace gpuproof::html
