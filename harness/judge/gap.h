// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Why a planned step left no result.
#pragma once

#include "harness/judge/judge.h"

namespace gpuproof {

struct Gap {
  Outcome outcome = Outcome::inconclusive;
  std::string reason, remedy;
  Who who = Who::user;
};
Gap gap_of(const Journal&, const PlanStep&);

// Benchmarks that were under way when a process ended without a word (power loss, kill) and that a
// resumed run took up again: losing one is not a finding against the machine, and is told.
std::vector<std::string> interruptions(const Journal&);

}  // namespace gpuproof
