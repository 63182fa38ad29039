// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The plan of a run: what will be measured, in which order, and what it will be judged by.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/record/key.h"

namespace gpuproof {

// One order to one worker: a benchmark with its labels.
struct PlanStep {
  int id = 0;
  std::string benchmark;
  Labels labels;
  std::map<std::string, std::string> options;  // target path, size, … as the benchmark reads them
  std::vector<std::string> promises;           // keys of metrics it will report
  double estimate_s = 0, deadline_s = 0, budget_s = 0;
  std::string group;  // steps of one group run at once in workers of their own; empty: alone
};
template <class V>
void describe(V& v, PlanStep& x) {
  v("id", x.id);
  v("benchmark", x.benchmark);
  v("labels", x.labels);
  v("options", x.options);
  v("promises", x.promises);
  v("estimate_s", x.estimate_s);
  v("deadline_s", x.deadline_s, "the supervisor ends the worker after this");
  v("budget_s", x.budget_s, "time the benchmark aims to sample for");
  v("group", x.group);
}

// A planned item that no step will run, and why.
struct PlanSkip {
  std::string key;
  std::string kind;  // name of a SkipKind
  std::string reason;
};
template <class V>
void describe(V& v, PlanSkip& x) {
  v("key", x.key);
  v("kind", x.kind);
  v("reason", x.reason);
}

struct Plan {
  std::string schema = "gpuproof.plan/1";
  std::string tool_version, build, run_id, created_at;
  std::string suite;
  std::string profile_id, profile_origin;
  std::optional<int> expected_gpus;
  std::string expected_gpus_origin;
  std::optional<std::string> policy;  // the site policy as text: judge needs no other file
  std::string label;
  std::map<std::string, std::string> tags;
  std::vector<std::string> only, skip, gpus;
  std::vector<PlanStep> steps;
  std::vector<PlanSkip> skips;
  std::vector<std::string> not_in_suite;
  std::optional<double> within_s;
  double deadline_scale = 1;
  bool strict = false, simulated = false, keep_files = false, share = false;
  std::string command_line;
};
template <class V>
void describe(V& v, Plan& x) {
  v("schema", x.schema);
  v("tool_version", x.tool_version);
  v("build", x.build, "compiler, build type and options of the binary");
  v("run_id", x.run_id);
  v("created_at", x.created_at);
  v("suite", x.suite);
  v("profile_id", x.profile_id);
  v("profile_origin", x.profile_origin, "--profile, exact match, derived");
  v("expected_gpus", x.expected_gpus);
  v("expected_gpus_origin", x.expected_gpus_origin, "profile, --expect; empty: unknown");
  v("policy", x.policy);
  v("label", x.label);
  v("tags", x.tags);
  v("only", x.only);
  v("skip", x.skip);
  v("gpus", x.gpus);
  v("steps", x.steps);
  v("skips", x.skips, "planned items that no step runs");
  v("not_in_suite", x.not_in_suite, "metrics this suite does not test");
  v("within_s", x.within_s);
  v("deadline_scale", x.deadline_scale);
  v("strict", x.strict);
  v("simulated", x.simulated);
  v("keep_files", x.keep_files);
  v("share", x.share);
  v("command_line", x.command_line);
}

}  // namespace gpuproof
