// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One figure against its expectation.
#include "harness/judge/metric.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/base/units.h"

namespace gpuproof {
namespace {

// Where the whole interval of the median lies, seen from the floor. NaN lies nowhere.
enum class Side { good, bad, across, nowhere };

Side side_of(const Measurement& m, double floor) {
  if (!std::isfinite(m.low) || !std::isfinite(m.high) || !std::isfinite(floor) || m.low > m.high)
    return Side::nowhere;
  const bool higher = m.metric.better == Better::higher;
  if (higher ? m.low >= floor : m.high <= floor) return Side::good;
  if (higher ? m.high < floor : m.low > floor) return Side::bad;
  return Side::across;
}

bool finite(const Measurement& m) {
  return !m.samples.empty() && std::isfinite(m.value) &&
         std::all_of(m.samples.begin(), m.samples.end(), [](double x) { return std::isfinite(x); });
}

// Beyond the ceiling a figure says nothing of the part: it was not the part that answered.
bool implausible(const Measurement& m, std::optional<double> ceiling) {
  if (!ceiling) return false;
  return m.metric.better == Better::higher ? !(m.value <= *ceiling) : !(m.value >= *ceiling);
}

// Half of the floor, or twice where lower is better: what a derived figure may be wrong by.
bool reaches_half(const Measurement& m, double floor) {
  return m.metric.better == Better::higher ? m.value >= floor / 2 : m.value <= floor * 2;
}

JudgedExpectation judged(const Measurement& m, const Expectation& expectation, bool quick) {
  JudgedExpectation j{.expectation = expectation};
  j.floor = floor_of(expectation, m.metric.better, quick);
  const bool higher = m.metric.better == Better::higher;
  j.ratio = higher ? m.value / expectation.value : expectation.value / m.value;
  j.margin = (higher ? m.value / j.floor : j.floor / m.value) - 1;
  return j;
}

Item start(const Measurement& m, const Subject& subject) {
  Item item;
  item.key = m.key;
  item.subject = subject;
  item.why = m.metric.about;
  item.figure = Figure{m.value, m.low, m.high, static_cast<int>(m.samples.size()), m.metric.unit};
  item.observed = with_unit(m.value, m.metric.unit);
  return item;
}

void set(Item& item, Outcome outcome, std::string finding) {
  item.outcome = outcome;
  item.finding = std::move(finding);
}

std::string head(const Item& item) {
  return fmt::format("{}: {} measured {}", item.subject.text(), item.key, item.observed);
}

// A figure whose data check failed or did not run: work that was skipped is fast, too.
bool is_unverified(Item& item, const BenchRecord& record) {
  const auto& data = record.integrity;
  const bool wrong = data && data->mismatches > 0;
  if (!wrong && data && data->checked && data->values > 0) return false;
  item.who = wrong ? Who::vendor : Who::user;
  item.cause = wrong ? "its data came out wrong" : "its data were not checked";
  set(item, Outcome::error, head(item) + ", but " + item.cause + ", so the figure is void.");
  return true;
}

// A figure that is no number, or that cannot be true.
bool is_void(Item& item, const Measurement& m, const Expectation* expectation) {
  if (!finite(m)) {
    set(item, Outcome::error,
        item.subject.text() + ": " + item.key + " has no usable sample; run it again.");
    item.observed = "no usable sample";
    item.who = Who::user;
    return true;
  }
  const auto ceiling_of_profile = expectation ? expectation->ceiling : std::nullopt;
  if (!implausible(m, m.ceiling) && !implausible(m, ceiling_of_profile)) return false;
  const bool own = implausible(m, m.ceiling);
  item.cause = fmt::format("the part cannot exceed {} ({})",
                           with_unit(own ? *m.ceiling : *ceiling_of_profile, m.metric.unit),
                           own ? m.ceiling_source : "ceiling of the profile");
  set(item, Outcome::error,
      head(item) +
          ", more than is possible, so the figure is void; find what answered instead of "
          "the part (a cache, a wrong size, skipped work).");
  item.who = Who::user;
  return true;
}

void judge_side(Item& item, const Measurement& m, const BenchRecord& record, bool quick) {
  const auto& j = *item.judged;
  const auto limit = fmt::format("the floor of {} ({} expected)", with_unit(j.floor, m.metric.unit),
                                 with_unit(j.expectation.value, m.metric.unit));
  const bool higher = m.metric.better == Better::higher;
  const std::string worse = higher ? "below " : "above ";
  std::string excuse;
  const auto remedy = remedy_for(Key::parse(m.key));
  switch (side_of(m, j.floor)) {
    case Side::good:
      return set(item, Outcome::pass, head(item) + ", which meets " + limit + ".");
    case Side::nowhere:
      item.who = Who::user;
      return set(item, Outcome::error,
                 head(item) + " with an interval that is none; run it again.");
    case Side::across:
      item.who = Who::user;
      item.remedy = "Quieten the machine and run it again" +
                    std::string(quick ? ", with suite standard for more samples." : ".");
      return set(item, Outcome::inconclusive,
                 fmt::format("{} (95 % interval {} to {}), too uncertain to judge against {}; "
                             "measure longer.",
                             head(item), figure_text(m.low), figure_text(m.high), limit));
    case Side::bad:
      break;
  }
  item.remedy = remedy.text;
  item.who = remedy.who;
  if (other_conditions(j.expectation, record, excuse)) {
    item.cause = excuse;
    return set(item, Outcome::warn, head(item) + ", " + worse + limit + ", but " + excuse + ".");
  }
  if (j.expectation.kind == ExpectationKind::derived && reaches_half(m, j.floor))
    return set(item, Outcome::warn,
               head(item) + ", " + worse + limit +
                   ", which is only derived; compare it with a machine of the same kind.");
  set(item, Outcome::fail, head(item) + ", " + worse + limit + ". " + remedy.text);
}

void judge_disturbed(Item& item, const BenchRecord& record) {
  item.cause = join(record.disturbances, "; ");
  item.who = Who::user;
  item.remedy = "Remove the disturbance and run it again.";
  set(item, Outcome::inconclusive,
      head(item) + " while disturbed (" + item.cause + "), so it is not judged; run it again.");
}

}  // namespace

std::string with_unit(double value, const std::string& unit) {
  return unit.empty() ? figure_text(value) : figure_text(value) + " " + unit;
}

std::optional<Expectation> absolute(const Expectation& expectation, const Measurement& m) {
  if (!expectation.reference) return expectation;
  if (!m.reference || !std::isfinite(*m.reference) || !(*m.reference > 0)) return std::nullopt;
  auto figure = expectation;
  figure.value = expectation.value * *m.reference;
  figure.unit = m.metric.unit;
  figure.source += fmt::format(
      "; {} x {} of {}", figure_text(expectation.value), with_unit(*m.reference, m.metric.unit),
      m.reference_source.empty() ? *expectation.reference : m.reference_source);
  return figure;
}

Item judge_measurement(const Measurement& m, const BenchRecord& record, const Profile& profile,
                       bool quick, const Subject& subject) {
  auto item = start(m, subject);
  const auto* expectation = match_expectation(profile, Key::parse(m.key));
  if (is_void(item, m, expectation) || is_unverified(item, record)) return item;
  const auto figure = expectation ? absolute(*expectation, m) : std::nullopt;
  if (!figure) {
    item.skip = SkipKind::no_expectation;
    set(item, Outcome::skip,
        head(item) + (expectation ? ", and its reference " + *expectation->reference +
                                        " was not measured, so it is not judged."
                                  : ", and nothing is expected of it, so it is not judged."));
    return item;
  }
  if (figure->unit != m.metric.unit || !(figure->value > 0) || !std::isfinite(figure->value)) {
    item.who = Who::profile_author;
    set(item, Outcome::error,
        fmt::format("{} expects \"{}\" of {}, which is measured in {}; correct the profile.",
                    "Profile " + profile.id, with_unit(figure->value, figure->unit), m.key,
                    m.metric.unit));
    return item;
  }
  item.judged = judged(m, *figure, quick);
  item.expected = fmt::format("{} {}", m.metric.better == Better::higher ? "at least" : "at most",
                              with_unit(item.judged->floor, m.metric.unit));
  if (record.disturbances.empty())
    judge_side(item, m, record, quick);
  else
    judge_disturbed(item, record);
  return item;
}

}  // namespace gpuproof
