// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What one run of one benchmark left: figures with all samples, the data check, and enough to
// reproduce it. One journal line each.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/record/key.h"
#include "harness/record/metric.h"
#include "harness/record/outcome.h"

namespace gpuproof {

struct Measurement {
  std::string key;  // with every label the benchmark declares
  MetricSpec metric;
  double value = 0, low = 0, high = 0;  // median and 95 % interval of the samples, in the unit
  std::vector<double> samples;          // all of them, in the unit, in order
  std::optional<double> ceiling;        // plausibility limit from what was measured in the window
  std::string ceiling_source;
  std::optional<double> reference;      // a measured limit of this machine (FMA loop for GEMM)
  std::string reference_source;
};
template <class V>
void describe(V& v, Measurement& x) {
  v("key", x.key);
  v("metric", x.metric);
  v("value", x.value, "median");
  v("low", x.low, "lower end of the 95 % interval of the median");
  v("high", x.high);
  v("samples", x.samples, "all, in order, in the unit of the metric");
  v("ceiling", x.ceiling);
  v.maybe("ceiling_source", x.ceiling_source);
  v("reference", x.reference, "a limit of this machine measured in the same run");
  v.maybe("reference_source", x.reference_source);
}

struct Integrity {
  bool checked = false;
  std::uint64_t values = 0, mismatches = 0;
  std::string how, first_mismatch;
};
template <class V>
void describe(V& v, Integrity& x) {
  v("checked", x.checked);
  v("values", x.values, "values compared");
  v("mismatches", x.mismatches);
  v("how", x.how);
  v.maybe("first_mismatch", x.first_mismatch, "place, expected, found");
}

struct BenchRecord {
  int step = 0;
  int attempt = 1;
  std::string benchmark;
  Labels labels;
  // pass: measured. skip, error, fail, inconclusive: message says why, and metrics may be empty.
  Outcome outcome = Outcome::error;
  SkipKind skip = SkipKind::none;
  std::string message;
  std::vector<Measurement> metrics;
  std::vector<std::string> promised;  // keys that this run was to report
  std::optional<Integrity> integrity;
  std::map<std::string, std::string> method;      // comparisons need these equal
  std::map<std::string, std::string> conditions;  // what was found: clocks, fall-backs, devices
  std::vector<std::string> notes;
  std::vector<std::string> disturbances;  // reasons why the figures do not answer the question
  std::string stop_reason;
  double started_s = 0, ended_s = 0;  // CLOCK_BOOTTIME of the timed window
  std::int64_t pid = 0;
};
template <class V>
void describe(V& v, BenchRecord& x) {
  v("step", x.step);
  v("attempt", x.attempt);
  v("benchmark", x.benchmark);
  v("labels", x.labels);
  v("outcome", x.outcome, "pass: measured");
  v("skip", x.skip);
  v("message", x.message);
  v("metrics", x.metrics);
  v("promised", x.promised, "keys this run was to report");
  v("integrity", x.integrity);
  v("method", x.method, "comparisons need these equal");
  v("conditions", x.conditions);
  v("notes", x.notes);
  v("disturbances", x.disturbances);
  v("stop_reason", x.stop_reason);
  v("started_s", x.started_s, "CLOCK_BOOTTIME");
  v("ended_s", x.ended_s);
  v("pid", x.pid);
}

}  // namespace gpuproof
