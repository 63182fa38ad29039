// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/expect/lint.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/expect/resolve.h"
#include "harness/record/key.h"

namespace gpuproof {
namespace {

class Linter {
 public:
  Linter(const Profile& profile, const LintContext& context)
      : profile_(profile), context_(context) {}

  std::vector<LintFinding> run() {
    usable();
    identity();
    for (const auto& expectation : profile_.expect) figure(expectation);
    for (const auto& setting : profile_.settings) value(setting);
    return std::move(findings_);
  }

 private:
  void object(const std::string& where, const std::string& what) {
    findings_.push_back({where, what});
  }

  void usable() {
    try {
      require_usable(profile_);
    } catch (const InputError& e) {  // the linter lists what the loader refuses
      object(profile_.id, e.what());
    }
  }

  void identity() {
    if (profile_.id.empty()) object("profile", "the id is missing");
    if (profile_.schema != Profile{}.schema) object(profile_.id, "the schema is not known");
    int gpus = 0;
    for (const auto& part : profile_.parts)
      if (part.kind == "gpu") gpus += part.count;
    if (profile_.gpu_count && gpus > 0 && gpus != *profile_.gpu_count)
      object(profile_.id, fmt::format("gpu_count is {}, and the parts list has {} GPUs",
                                      *profile_.gpu_count, gpus));
    for (const auto& [name, number] : profile_.facts)
      if (!std::isfinite(number) || !(number > 0))
        object(profile_.id + " facts." + name, "is no positive number");
  }

  void source(const std::string& where, const std::string& source, const std::string& date) {
    if (trim(source).empty()) object(where, "has no source");
    if (contains(lower(source), "unsourced") || contains(lower(source), "from memory"))
      object(where, "an unsourced figure is never an expectation");
    const auto parts = split(date, '-');
    const bool dated = date.size() == 10 && parts.size() == 3 && to_uint(parts[0]) &&
                       to_uint(parts[1]) && to_uint(parts[2]);
    if (!dated) object(where, "\"" + date + "\" is not the date of the source (YYYY-MM-DD)");
  }

  void figure(const Expectation& e) {
    const std::string where = profile_.id + " " + e.key;
    source(where, e.source, e.date);
    if (!(e.floor_ratio >= 0.5 && e.floor_ratio <= 1))
      object(where, "floor_ratio lies outside 0.5 to 1");
    if (e.quick_floor_ratio &&
        !(*e.quick_floor_ratio <= e.floor_ratio && *e.quick_floor_ratio >= e.floor_ratio - 0.2))
      object(where, "quick_floor_ratio must lie at most 0.2 below floor_ratio, and not above it");
    if (e.power_limit) power(where, *e.power_limit);
    registered(where, e);
    sane(where, e);
  }

  void power(const std::string& where, double limit) {
    const auto tdp = profile_.facts.find("tdp_w");
    if (tdp == profile_.facts.end())
      return object(where, "has a power limit, and facts.tdp_w does not say of which card");
    if (!(limit > 0.5 * tdp->second && limit <= 1.2 * tdp->second))
      object(where, fmt::format("a power limit of {} W does not fit a card of {} W",
                                figure_text(limit), figure_text(tdp->second)));
  }

  void registered(const std::string& where, const Expectation& e) {
    if (context_.metrics.empty()) return;
    const auto name = e.key.substr(0, e.key.find('{'));
    const auto spec = std::find_if(context_.metrics.begin(), context_.metrics.end(),
                                   [&](auto& metric) { return metric.name == name; });
    if (spec == context_.metrics.end()) return object(where, "no benchmark measures " + name);
    if (!e.reference && spec->unit != e.unit)
      object(where, "the unit is " + e.unit + ", and it is measured in " + spec->unit);
    const auto* row = row_of(name);
    if (row && row->better != spec->better)
      object(where, "the direction of the metric is inverted");
  }

  static const SanityMetric* row_of(const std::string& name) {
    for (const auto& row : shipped_sanity().metrics)
      if (row.metric == name) return &row;
    return nullptr;
  }

  void sane(const std::string& where, const Expectation& e) {
    const auto name = e.key.substr(0, e.key.find('{'));
    const auto* row = row_of(name);
    if (!row) return object(where, "sanity.json has no row for " + name);
    if (e.reference) {
      if (!(e.value >= 0.5 && e.value <= 1))
        object(where, "a share of a reference must lie in 0.5 to 1");
      return;
    }
    if (e.unit != row->unit) object(where, "the unit must be " + row->unit);
    if (!(e.value >= row->low && e.value <= row->high))
      object(where,
             fmt::format("{} {} lies outside anything built ({} to {})", figure_text(e.value),
                         e.unit, figure_text(row->low), figure_text(row->high)));
    ceiling(where, e, *row);
    against_peak(where, e, *row);
  }

  void ceiling(const std::string& where, const Expectation& e, const SanityMetric& row) {
    if (!e.ceiling) return;
    const double room = row.better == Better::higher ? *e.ceiling / e.value : e.value / *e.ceiling;
    if (!(room >= 1 && room < 2))
      object(where, "the ceiling must lie beyond the value, by less than a factor of 2");
  }

  void against_peak(const std::string& where, const Expectation& e, const SanityMetric& row) {
    if (!row.peak) return;
    const auto labels = Key::parse(e.key, where).labels;
    const auto dtype = labels.find("dtype");
    const auto peak = peak_of(profile_, row, dtype == labels.end() ? "" : dtype->second);
    if (!peak) return object(where, "no peak is known to check it by; give facts." + *row.peak);
    const double share = e.value / *peak, floor = share * e.floor_ratio;
    if (!(share >= *row.share_low && share <= *row.share_high))
      object(where, fmt::format("{:.0f} % of the peak of {} {} is not believable", 100 * share,
                                figure_text(*peak), row.unit));
    if (!(floor >= 0.3 && floor <= 1))
      object(where, fmt::format("the floor lies at {:.0f} % of the peak, not within 30 to 100 %",
                                100 * floor));
  }

  void value(const Setting& setting) {
    const std::string where = profile_.id + " " + setting.check;
    source(where, setting.source, setting.date);
    if (!context_.checks.empty() && std::find(context_.checks.begin(), context_.checks.end(),
                                              setting.check) == context_.checks.end())
      object(where, "there is no check of that name");
    if (setting.superseded_by && !setting.why) object(where, "superseded_by needs a why");
    if (setting.comparison == Comparison::at_least || setting.comparison == Comparison::at_most)
      number(where, setting);
    noted(where, setting);
  }

  void number(const std::string& where, const Setting& setting) {
    const auto number = to_double(setting.value);
    if (!number) return object(where, "\"" + setting.value + "\" is no number");
    for (const auto& row : shipped_sanity().checks)
      if (row.check == setting.check && !(*number >= row.low && *number <= row.high))
        object(where, fmt::format("{} lies outside {} to {}", setting.value, figure_text(row.low),
                                  figure_text(row.high)));
  }

  // Where the source stands in the table of guide values, both must say the same.
  void noted(const std::string& where, const Setting& setting) {
    bool source_known = false;
    for (const auto& noted : shipped_guide_values().values) {
      if (!starts_with(setting.source, noted.source)) continue;
      source_known = true;
      if (noted.check != setting.check) continue;
      if (noted.value != setting.value || noted.unit != setting.unit ||
          noted.comparison != setting.comparison)
        object(where, fmt::format("the source says {} {} {}", name_of(noted.comparison),
                                  noted.value, noted.unit));
      return;
    }
    if (source_known) object(where, "the source says nothing of it");
  }

  const Profile& profile_;
  const LintContext& context_;
  std::vector<LintFinding> findings_;
};

}  // namespace

std::vector<LintFinding> lint(const Profile& profile, const LintContext& context) {
  return Linter(profile, context).run();
}

}  // namespace gpuproof
