// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Steps of the benchmarks that this build holds, by suite.
#pragma once

#include <string>
#include <vector>

#include "harness/run/plan.h"

namespace gpuproof {

struct PlannedSteps {
  std::vector<PlanStep> steps;            // without ids
  std::vector<std::string> not_in_suite;  // names of metrics
};

PlannedSteps plan_steps(const PlanInput&);

// Keys of the metrics of the GPU families that have no benchmark in this build, and why.
struct PlannedGaps {
  std::vector<PlanSkip> skips;
  std::vector<std::string> not_in_suite;
};
PlannedGaps plan_gpu_gaps(const PlanInput&);

}  // namespace gpuproof
