// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The report of a run, and the contract of its formats. report.json is the source; every other
// format is made from it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/base/registry.h"
#include "harness/record/bench_record.h"
#include "harness/record/item.h"
#include "harness/record/telemetry.h"

namespace gpuproof {

// A result as the report keeps it: without raw samples, which stay in the journal.
struct ResultSummary {
  std::string key, benchmark;
  Figure figure;
  Better better = Better::higher;
  std::string formula;
  std::vector<double> attempt_medians;
  std::map<std::string, std::string> method, conditions;
  std::vector<std::string> notes, disturbances;
  std::string stop_reason;
  std::optional<Integrity> integrity;
  std::optional<TelemetryWindow> window;
};
template <class V>
void describe(V& v, ResultSummary& x) {
  v("key", x.key);
  v("benchmark", x.benchmark);
  v("figure", x.figure);
  v("better", x.better);
  v("formula", x.formula);
  v("attempt_medians", x.attempt_medians, "median of each attempt, in order");
  v("method", x.method);
  v("conditions", x.conditions);
  v("notes", x.notes);
  v("disturbances", x.disturbances);
  v("stop_reason", x.stop_reason);
  v("integrity", x.integrity);
  v("window", x.window, "telemetry inside the timed window");
}

struct ReportInput {
  std::string name, sha256;
};
template <class V>
void describe(V& v, ReportInput& x) {
  v("name", x.name);
  v("sha256", x.sha256);
}

struct Report {
  std::string schema = "gpuproof.report/1";
  std::string tool_version, run_id, created_at, label, suite;
  bool simulated = false, strict = false;
  Verdict verdict = Verdict::incomplete;
  Basis basis = Basis::derived;
  std::string headline;      // "8 of 8 GPUs", first line of every format
  std::string summary;       // first sentence: part, what is wrong, what to do
  std::vector<std::string> reasons;  // why not accepted
  Subject machine;
  std::map<std::string, std::string> facts;  // what a reader wants of the machine: CPU, RAM, ...
  std::string profile_id, profile_origin, policy;
  std::optional<int> expected_gpus;
  int gpus_found = 0, gpus_judged = 0;
  std::string expected_gpus_origin;
  std::vector<Item> items;   // worst first, then by key and subject
  std::vector<ResultSummary> results;
  std::vector<std::string> not_tested, extra_parts, notes;
  std::vector<ReportInput> inputs;
  double duration_s = 0;
  std::map<std::string, std::string> tags;
};
template <class V>
void describe(V& v, Report& x) {
  v("schema", x.schema);
  v("tool_version", x.tool_version);
  v("run_id", x.run_id);
  v("created_at", x.created_at);
  v("label", x.label);
  v("suite", x.suite);
  v("simulated", x.simulated);
  v("strict", x.strict);
  v("verdict", x.verdict);
  v("basis", x.basis);
  v("headline", x.headline);
  v("summary", x.summary);
  v("reasons", x.reasons);
  v("machine", x.machine);
  v("facts", x.facts);
  v("profile_id", x.profile_id);
  v("profile_origin", x.profile_origin);
  v("policy", x.policy);
  v("expected_gpus", x.expected_gpus);
  v("expected_gpus_origin", x.expected_gpus_origin);
  v("gpus_found", x.gpus_found);
  v("gpus_judged", x.gpus_judged);
  v("items", x.items);
  v("results", x.results);
  v("not_tested", x.not_tested);
  v("extra_parts", x.extra_parts);
  v("notes", x.notes);
  v("inputs", x.inputs, "files of the run directory this report was made from");
  v("duration_s", x.duration_s);
  v("tags", x.tags);
}

std::string report_to_json(const Report&);
Report report_from_json(std::string_view text, const std::string& file);  // throws InputError
std::string report_schema();

// The words printed everywhere: "accepted", "accepted (derived expectations)", "rejected", ...
std::string verdict_text(const Report&);
// Items a person must act on: fail, error, inconclusive, gaps that count; worst first.
std::vector<const Item*> actionable(const Report&);

// What a format may show. The documents are embedded whole where a format carries them.
struct ReportBundle {
  const Report& report;
  std::string report_json;   // exactly the bytes of report.json
  std::string profile_json;  // exactly the bytes of profile.json
};

// Contract of a format: reports/<name>.cpp registers one.
struct ReportFormat {
  std::string name;       // html, json, text, markdown, ...
  std::string file_name;  // report.html; empty: printed only
  std::string about;
  std::string (*render)(const ReportBundle&) = nullptr;
};

}  // namespace gpuproof
