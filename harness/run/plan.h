// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// From suite, machine and profile to steps. Pure: the same input gives the same plan.
#pragma once

#include <string>
#include <vector>

#include "harness/expect/profile.h"
#include "harness/facts/snapshot.h"
#include "harness/measure/benchmark.h"
#include "harness/record/plan.h"
#include "harness/run/plan_request.h"

namespace gpuproof {

struct BuildInfo {
  std::string version, build;
};

struct PlanInput {
  const PlanRequest& request;
  const Snapshot& snapshot;
  const Profile& profile;
  std::string profile_origin;
  BuildInfo build;
  std::string run_id, created_at;
  std::vector<const Benchmark*> benchmarks;  // of the registry
};

// Throws InputError: --only or --skip that match nothing, --expect against the profile.
Plan make_plan(const PlanInput&);

// What --dry-run prints: every step with its time, what is left out and why, the sum.
std::string plan_text(const Plan&);
double plan_estimate_s(const Plan&);  // groups run at once

}  // namespace gpuproof
