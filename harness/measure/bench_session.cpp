// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Fills the record of one run of one benchmark.
#include "harness/measure/bench_session.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/measure/statistics.h"

namespace gpuproof {
namespace {

const MetricSpec& declared(const Benchmark& benchmark, const std::string& metric) {
  for (const auto& spec : benchmark.metrics)
    if (spec.name == metric) return spec;
  throw std::logic_error(benchmark.name + " reports " + metric + ", which it does not declare");
}

}  // namespace

BenchSession::BenchSession(const Benchmark& benchmark, const PlanStep& step, Progress progress,
                           const Clock& clock)
    : benchmark_(benchmark), step_(step), progress_(std::move(progress)), clock_(clock) {
  record_.step = step.id;
  record_.benchmark = benchmark.name;
  record_.labels = step.labels;
  record_.promised = step.promises.empty() ? promised_keys(benchmark, step.labels) : step.promises;
  record_.pid = ::getpid();
  record_.started_s = record_.ended_s = seconds(clock.boottime());
}

double BenchSession::budget_s() const {
  return step_.budget_s > 0 ? step_.budget_s : benchmark_.quick_s;
}

std::string BenchSession::option(const std::string& name, const std::string& otherwise) const {
  const auto found = step_.options.find(name);
  return found == step_.options.end() ? otherwise : found->second;
}

const std::string& BenchSession::label(const std::string& name) const {
  const auto found = step_.labels.find(name);
  if (found == step_.labels.end())
    throw std::logic_error(benchmark_.name + " was planned without its label " + name);
  return found->second;
}

void BenchSession::advance(std::uint64_t work) {
  done_ += work;
  if (progress_) progress_(done_);
}

Samples BenchSession::time(const StopRule& rule, const TimedSpan& op) {
  auto samples = take_samples(rule, clock_, op, [this] { advance(); });
  widen_window(samples);
  record_.stop_reason = samples.stop_reason;
  if (samples.stop_reason == "time-out")
    record_.disturbances.push_back(
        fmt::format("sampling ended by its time limit after {} samples", samples.seconds.size()));
  auto& conditions = record_.conditions;
  conditions["warm_up"] = samples.steady ? "steady" : "not_steady";
  if (samples.batch > 1)
    conditions["batch"] = std::to_string(samples.batch) + " operations a sample";
  if (samples.unusable) conditions["spans_too_short"] = std::to_string(samples.unusable);
  return samples;
}

// A benchmark may time in parts: the first opens the window.
void BenchSession::widen_window(const Samples& samples) {
  if (record_.stop_reason.empty()) record_.started_s = seconds(samples.started);
  record_.ended_s = seconds(samples.ended);
}

Measurement& BenchSession::report(const std::string& metric, std::vector<double> samples,
                                  const Labels& more) {
  Key key{metric, step_.labels};
  key.labels.insert(more.begin(), more.end());
  if (samples.empty())
    throw Error(key.text() + ": no sample was taken (" + record_.stop_reason +
                "); give it more time");
  const auto interval = median_interval(samples);
  const auto flags = outliers(samples);
  if (const auto far = std::count(flags.begin(), flags.end(), true))
    record_.notes.push_back(
        fmt::format("{}: {} of {} samples lie more than 5 deviations from the "
                    "median; they are kept",
                    key.text(), far, samples.size()));
  if (const auto groups = two_groups(samples))
    record_.notes.push_back(
        fmt::format("{}: the samples fall into two groups, around {:.4g} and "
                    "{:.4g}",
                    key.text(), groups->first, groups->second));
  record_.metrics.push_back({.key = key.text(),
                             .metric = declared(benchmark_, metric),
                             .value = median(samples),
                             .low = interval.low,
                             .high = interval.high,
                             .samples = std::move(samples)});
  return record_.metrics.back();
}

void BenchSession::verified(const Integrity& found) {
  if (!record_.integrity) record_.integrity.emplace();
  auto& all = *record_.integrity;
  all.checked = all.checked || found.checked;
  all.values += found.values;
  all.mismatches += found.mismatches;
  if (!found.how.empty() && all.how.find(found.how) == std::string::npos)
    all.how += (all.how.empty() ? "" : "; ") + found.how;
  if (all.first_mismatch.empty()) all.first_mismatch = found.first_mismatch;
}

std::vector<std::string> promised_keys(const Benchmark& benchmark, const Labels& labels) {
  std::vector<std::string> keys;
  for (const auto& metric : benchmark.metrics) keys.push_back(Key{metric.name, labels}.text());
  return keys;
}

std::vector<Labels> variant_labels(const Benchmark& benchmark) {
  std::vector<Labels> all{{}};
  for (const auto& [label, values] : benchmark.variants) {
    std::vector<Labels> next;
    for (const auto& labels : all)
      for (const auto& value : values) {
        next.push_back(labels);
        next.back()[label] = value;
      }
    all = std::move(next);
  }
  return all;
}

}  // namespace gpuproof
