// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What runs at once: a step alone, or the steps of one group.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/record/journal.h"
#include "harness/record/plan.h"

namespace gpuproof {

struct UnitStep {
  const PlanStep* step = nullptr;
  int attempt = 1;
};

struct WorkUnit {
  std::vector<UnitStep> steps;
  double estimate_s() const;  // of the slowest member
  double deadline_s() const;
  std::string text() const;  // "host/triad{node=0}", "storage/sequential_read on 2 at once"
};

// What is left to do of a plan, in order. A step with a result in the journal is done, whatever
// its outcome; one that was begun and has none goes on as its next attempt. A group is measured
// anew as a whole where one of its members is missing.
std::vector<WorkUnit> units_left(const Plan&, const Journal&);

}  // namespace gpuproof
