// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// All attempts at one metric, judged together: a good one never hides a bad one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/judge/judge.h"

namespace gpuproof {

struct Attempt {
  const BenchRecord* record = nullptr;
  const Measurement* figure = nullptr;  // null: the attempt did not report this metric
};

// Attempts by metric key, in order of the journal; a benchmark that promised a metric, itself or in
// the plan, and did not report it has an attempt without figure.
std::map<std::string, std::vector<Attempt>> attempts_of(const Journal&, const Plan&);

// The attempts that were neither disturbed nor broken off; where there is none, the disturbed.
std::vector<Attempt> counted(const std::vector<Attempt>&);

// The figures of several attempts as one: all samples, and the interval that covers every one of
// theirs, so that attempts on both sides of a floor are undecided.
Measurement merged(const std::vector<Attempt>&);

Item judge_attempts(const std::string& key, const std::vector<Attempt>&, const Profile&, bool quick,
                    const Subject&);

}  // namespace gpuproof
