// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Results as the report keeps them: figures of all attempts together, with the sensors' window.
#include <algorithm>

#include "harness/judge/attempts.h"
#include "harness/judge/summary.h"

namespace gpuproof {
namespace {

ResultSummary summary(const RunView& view, const std::string& key,
                      const std::vector<Attempt>& attempts) {
  const auto all = merged(counted(attempts));
  const auto& record = *counted(attempts).back().record;
  ResultSummary result{.key = key, .benchmark = record.benchmark};
  result.figure = {all.value, all.low, all.high, static_cast<int>(all.samples.size()),
                   all.metric.unit};
  result.better = all.metric.better;
  result.formula = all.metric.formula;
  for (const auto& attempt : attempts)
    if (attempt.figure) result.attempt_medians.push_back(attempt.figure->value);
  result.method = record.method;
  result.conditions = record.conditions;
  result.notes = record.notes;
  result.disturbances = record.disturbances;
  result.stop_reason = record.stop_reason;
  result.integrity = record.integrity;
  const auto window = summarise(view.run.telemetry, record.started_s, record.ended_s);
  if (window.samples > 0) result.window = window;
  return result;
}

}  // namespace

std::vector<ResultSummary> result_summaries(const RunView& view) {
  std::vector<ResultSummary> results;
  for (const auto& [key, attempts] : attempts_of(view.run.journal, view.run.plan))
    if (!counted(attempts).empty()) results.push_back(summary(view, key, attempts));
  return results;
}

}  // namespace gpuproof
