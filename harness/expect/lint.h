// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What is wrong with the numbers of a profile, before a machine is judged by them. A slip of a
// factor of 2 or 1000 makes a floor that everything or nothing meets.
#pragma once

#include <string>
#include <vector>

#include "harness/expect/derive.h"
#include "harness/expect/profile.h"
#include "harness/record/metric.h"

namespace gpuproof {

struct LintFinding {
  std::string where, what;
  std::string text() const { return where + ": " + what; }
};

// What the linter knows beside the profile: units and directions of what is measured, and which
// checks exist. Empty lists are not asked.
struct LintContext {
  std::vector<MetricSpec> metrics;
  std::vector<std::string> checks;
};

std::vector<LintFinding> lint(const Profile&, const LintContext&);
// The table of drive figures: each number against the link and the other number of its model.
std::vector<LintFinding> lint(const DriveFigures&);

// harness/profiles/data/sanity.json and guide-values.json
struct SanityMetric {
  std::string metric, unit;
  Better better = Better::higher;
  double low = 0, high = 0;         // no such part lies outside
  std::optional<std::string> peak;  // fact of the profile that bounds it; {dtype} is filled in
  std::optional<double> share_low, share_high;  // of the peak
};
template <class V>
void describe(V& v, SanityMetric& x) {
  v("metric", x.metric);
  v("unit", x.unit);
  v("better", x.better);
  v("low", x.low);
  v("high", x.high);
  v("peak", x.peak);
  v("share_low", x.share_low);
  v("share_high", x.share_high);
}

struct SanityCheck {
  std::string check;
  double low = 0, high = 0;
};
template <class V>
void describe(V& v, SanityCheck& x) {
  v("check", x.check);
  v("low", x.low);
  v("high", x.high);
}

struct Sanity {
  std::string schema = "gpuproof.sanity/1";
  std::vector<SanityMetric> metrics;
  std::vector<SanityCheck> checks;
};
template <class V>
void describe(V& v, Sanity& x) {
  v("schema", x.schema);
  v("metrics", x.metrics);
  v("checks", x.checks);
}

// What a source says, noted apart from the profile: the two must agree.
struct GuideValue {
  std::string source, check;
  Comparison comparison = Comparison::equal;
  std::string value, unit;
};
template <class V>
void describe(V& v, GuideValue& x) {
  v("source", x.source);
  v("check", x.check);
  v("comparison", x.comparison);
  v("value", x.value);
  v("unit", x.unit);
}

struct GuideValues {
  std::string schema = "gpuproof.guide-values/1";
  std::vector<GuideValue> values;
};
template <class V>
void describe(V& v, GuideValues& x) {
  v("schema", x.schema);
  v("values", x.values);
}

const Sanity& shipped_sanity();
const GuideValues& shipped_guide_values();

// The theoretical limit of a metric by the facts of the profile; empty where they do not say.
std::optional<double> peak_of(const Profile&, const SanityMetric&, const std::string& dtype);

}  // namespace gpuproof
