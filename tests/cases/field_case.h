// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A field case as its file says it: facts of a machine, what was measured, and the right judgement.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/judge/judge.h"

namespace gpuproof {

// A piece of the document as it stands.
template <>
void Decoder::read<JsonBox>(const View&, JsonBox&);

struct CaseWindow {
  std::int64_t from_us = 0, to_us = 0;
  std::vector<std::uint64_t> own_pids, ended_pids;
};
template <class V>
void describe(V& v, CaseWindow& x) {
  v("from_us", x.from_us);
  v("to_us", x.to_us);
  v.maybe("own_pids", x.own_pids);
  v.maybe("ended_pids", x.ended_pids);
}

struct CaseResult {
  std::string key, unit, message;
  Better better = Better::higher;
  std::vector<double> samples;
  std::optional<double> ceiling, reference;
  Outcome outcome = Outcome::pass;
  SkipKind skip = SkipKind::none;
  std::vector<std::string> disturbances;
  std::map<std::string, std::string> method, conditions;
  std::uint64_t mismatches = 0;
  int attempt = 1;
};
template <class V>
void describe(V& v, CaseResult& x) {
  v("key", x.key);
  v("unit", x.unit);
  v.maybe("message", x.message);
  v.maybe("better", x.better);
  v.maybe("samples", x.samples);
  v("ceiling", x.ceiling);
  v("reference", x.reference);
  v.maybe("outcome", x.outcome);
  v.maybe("skip", x.skip);
  v.maybe("disturbances", x.disturbances);
  v.maybe("method", x.method);
  v.maybe("conditions", x.conditions);
  v.maybe("mismatches", x.mismatches);
  v.maybe("attempt", x.attempt);
}

struct CaseRight {
  std::string key;  // without labels: the worst of all items of that name
  Outcome outcome = Outcome::pass;
};
template <class V>
void describe(V& v, CaseRight& x) {
  v("key", x.key);
  v("outcome", x.outcome, "skip is met by a skip of any kind and by inconclusive");
}

struct FieldCase {
  std::string id, title, source, note;
  std::optional<JsonBox> snapshot;  // merge patch onto base.json
  std::optional<JsonBox> before;  // merge patch onto the snapshot: the state before the run
  std::vector<std::string> kernel_log;
  std::optional<Profile> profile;
  std::optional<Policy> policy;
  std::optional<int> expected_gpus;
  std::optional<CaseWindow> window;
  std::vector<CaseResult> results;
  std::vector<std::string> promised;  // planned, and not among the results
  std::vector<CaseRight> right;
  std::optional<Verdict> run_verdict;
  std::vector<std::string> diagnosis;  // words that findings, causes or evidence must hold
  int judged_times = 1;                // every time to the same bytes
};
template <class V>
void describe(V& v, FieldCase& x) {
  v("id", x.id);
  v("title", x.title);
  v("source", x.source);
  v.maybe("note", x.note);
  v("snapshot", x.snapshot);
  v("before", x.before);
  v.maybe("kernel_log", x.kernel_log);
  v("profile", x.profile);
  v("policy", x.policy);
  v("expected_gpus", x.expected_gpus);
  v("window", x.window);
  v.maybe("results", x.results);
  v.maybe("promised", x.promised);
  v("right", x.right);
  v("run_verdict", x.run_verdict);
  v.maybe("diagnosis", x.diagnosis);
  v.maybe("judged_times", x.judged_times);
}

FieldCase load_case(const std::filesystem::path& file);
// The run that the case describes. `base` is the text of base.json.
RunRecord run_of(const FieldCase&, const std::string& base);

}  // namespace gpuproof
