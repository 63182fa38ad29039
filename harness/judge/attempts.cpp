// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/attempts.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "harness/base/text.h"
#include "harness/judge/metric.h"

namespace gpuproof {
namespace {

double median(std::vector<double> values) {
  if (values.empty() ||
      std::any_of(values.begin(), values.end(), [](double x) { return std::isnan(x); }))
    return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const auto half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// The stricter of two limits, where either is given.
void tighten(std::optional<double>& limit, const std::optional<double>& other, Better better) {
  if (!other) return;
  if (!limit)
    limit = other;
  else
    limit = better == Better::higher ? std::min(*limit, *other) : std::max(*limit, *other);
}

// What the attempt alone says where it has no figure, worst first.
int severity(const BenchRecord& record) {
  switch (record.outcome) {
    case Outcome::fail:
      return 4;
    case Outcome::error:
      return 3;
    case Outcome::inconclusive:
      return 2;
    case Outcome::skip:
      return 0;
    default:
      return 3;  // measured, and yet without the figure it promised
  }
}

bool broke(const Attempt& attempt) { return !attempt.figure && severity(*attempt.record) >= 3; }

Item unmeasured(const std::string& key, const BenchRecord& record, const Subject& subject) {
  Item item;
  item.key = key;
  item.subject = subject;
  // Wrong data is the failure of the integrity item; the rate beside it is void.
  item.outcome = record.outcome == Outcome::fail ? Outcome::error : record.outcome;
  item.skip = record.skip;
  item.observed = record.message;
  if (is_judged(record.outcome) && record.outcome != Outcome::fail) {
    item.outcome = Outcome::error;
    item.observed = "the benchmark ended without reporting it";
  }
  if (item.outcome == Outcome::skip && item.skip == SkipKind::none)
    item.skip = SkipKind::unavailable;
  item.finding = fmt::format("{}: {} was not measured: {}", subject.text(), key,
                             item.observed.empty() ? "no reason was given" : item.observed);
  if (item.finding.back() != '.') item.finding += '.';
  item.who = item.outcome == Outcome::skip ? Who::admin : Who::user;
  return item;
}

std::string line_of(const Attempt& attempt) {
  const auto& record = *attempt.record;
  std::string text = fmt::format("attempt {}: ", record.attempt);
  if (attempt.figure)
    text += with_unit(attempt.figure->value, attempt.figure->metric.unit);
  else
    text += std::string(name_of(record.outcome)) + ", " + record.message;
  if (!record.disturbances.empty()) text += " (disturbed: " + join(record.disturbances, "; ") + ")";
  return text;
}

// The record that stands for all: every reason to distrust one attempt's data counts for all.
BenchRecord spoken_for(const std::vector<Attempt>& all, const std::vector<Attempt>& used) {
  BenchRecord record = *used.back().record;
  for (const auto& attempt : all) {
    const auto& data = attempt.record->integrity;
    if (!attempt.figure) continue;
    if (!data || !data->checked || data->mismatches > 0) record.integrity = data;
    if (data && data->mismatches > 0) break;
  }
  return record;
}

std::set<std::string> promises(const BenchRecord& record, const Plan& plan) {
  std::set<std::string> keys(record.promised.begin(), record.promised.end());
  for (const auto& step : plan.steps)
    if (step.id == record.step && step.benchmark == record.benchmark)
      keys.insert(step.promises.begin(), step.promises.end());
  return keys;
}

}  // namespace

std::map<std::string, std::vector<Attempt>> attempts_of(const Journal& journal, const Plan& plan) {
  std::map<std::string, std::vector<Attempt>> attempts;
  for (const auto& line : journal.lines) {
    if (!line.result) continue;
    const auto& record = *line.result;
    for (const auto& figure : record.metrics) attempts[figure.key].push_back({&record, &figure});
    for (const auto& key : promises(record, plan))
      if (std::none_of(record.metrics.begin(), record.metrics.end(),
                       [&](const auto& figure) { return figure.key == key; }))
        attempts[key].push_back({&record, nullptr});
  }
  return attempts;
}

std::vector<Attempt> counted(const std::vector<Attempt>& attempts) {
  std::vector<Attempt> clean, disturbed;
  for (const auto& attempt : attempts) {
    if (!attempt.figure) continue;
    const bool sound =
        attempt.record->disturbances.empty() && attempt.record->outcome != Outcome::inconclusive;
    (sound ? clean : disturbed).push_back(attempt);
  }
  return clean.empty() ? disturbed : clean;
}

Measurement merged(const std::vector<Attempt>& attempts) {
  Measurement all = *attempts.front().figure;
  for (std::size_t i = 1; i < attempts.size(); ++i) {
    const auto& other = *attempts[i].figure;
    all.samples.insert(all.samples.end(), other.samples.begin(), other.samples.end());
    // NaN must stay: std::min would drop it.
    all.low = std::isnan(other.low) || other.low < all.low ? other.low : all.low;
    all.high = std::isnan(other.high) || other.high > all.high ? other.high : all.high;
    tighten(all.ceiling, other.ceiling, all.metric.better);
    if (other.reference) all.reference = other.reference;
  }
  if (attempts.size() > 1) all.value = median(all.samples);
  return all;
}

Item judge_attempts(const std::string& key, const std::vector<Attempt>& attempts,
                    const Profile& profile, bool quick, const Subject& subject) {
  const auto worst = std::max_element(attempts.begin(), attempts.end(), [](auto& a, auto& b) {
    return (a.figure ? -1 : severity(*a.record)) < (b.figure ? -1 : severity(*b.record));
  });
  const auto used = counted(attempts);
  Item item;
  if (used.empty() || broke(*worst)) {
    item = unmeasured(key, *worst->record, subject);
    if (!used.empty()) {
      const auto all = merged(used);
      item.figure = Figure{all.value, all.low, all.high, static_cast<int>(all.samples.size()),
                           all.metric.unit};
      item.cause = "an attempt broke off; the figure of another does not take that back";
    }
  } else {
    auto record = spoken_for(attempts, used);
    if (record.outcome == Outcome::inconclusive && record.disturbances.empty())
      record.disturbances.push_back(record.message.empty() ? "no reason given" : record.message);
    item = judge_measurement(merged(used), record, profile, quick, subject);
  }
  if (attempts.size() > 1)
    for (const auto& attempt : attempts) item.evidence.push_back(line_of(attempt));
  return item;
}

}  // namespace gpuproof
