// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Judging: a pure function of the files of a run. Same input, same bytes out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/checks/check.h"
#include "harness/expect/match.h"
#include "harness/expect/profile.h"
#include "harness/facts/snapshot.h"
#include "harness/record/journal.h"
#include "harness/record/plan.h"
#include "harness/record/report.h"
#include "harness/record/telemetry.h"

namespace gpuproof {

struct Policy {
  std::string schema = "gpuproof.policy/1";
  std::string name;
  std::map<std::string, Required> required;  // key glob -> required; the longest match wins
  // For metrics, by the kind of their expectation (measured, derived, ...), where no glob speaks.
  std::map<std::string, Required> required_by_expectation;
  std::vector<Waiver> waivers;
};
template <class V>
void describe(V& v, Policy& x) {
  v("schema", x.schema);
  v.maybe("name", x.name);
  v.maybe("required", x.required, "glob of keys -> yes, no, if_observable; the longest wins");
  v.maybe("required_by_expectation", x.required_by_expectation,
          "kind of a metric's expectation -> yes, no, if_observable; where no glob speaks");
  v.maybe("waivers", x.waivers);
}
Policy policy_from_json(std::string_view text, const std::string& file);
std::string policy_schema();
// harness/profiles/default-policy.json
const Policy& default_policy();

// The files of a run, read.
struct RunRecord {
  Plan plan;
  Snapshot before;
  std::optional<Snapshot> after;
  Profile profile;  // as resolved for this machine: shipped or given figures plus derived ones
  Journal journal;
  std::vector<TelemetrySample> telemetry;
  std::vector<ReportInput> inputs;
  std::vector<std::string> notes;  // what a reader must know of the files themselves
};

struct JudgeOptions {
  std::optional<Policy> policy;    // instead of the plan's
  std::optional<Profile> profile;  // instead of the run's
  std::string today;               // YYYY-MM-DD, for the end of waivers
};

Report judge(const RunRecord&, const JudgeOptions&);

// The verdict from the items alone (exposed for tests of its lattice).
struct VerdictInput {
  std::vector<Item> items;
  bool gpu_count_known = true;
  bool every_subject_judged = true;  // each GPU under test (or the host) has a judged metric
};
Verdict run_verdict(const VerdictInput&);

// One metric against its expectation; outcome, figure and sentences.
Item judge_measurement(const Measurement&, const BenchRecord&, const Profile&, bool quick,
                       const Subject&);

}  // namespace gpuproof
