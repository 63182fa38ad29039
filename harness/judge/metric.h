// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Pieces of judging a figure that its callers share.
#pragma once

#include <string>

#include "harness/judge/judge.h"

namespace gpuproof {

// What helps where a metric of this family is too slow, and who does it.
struct Remedy {
  std::string text;
  Who who = Who::nobody;
};
Remedy remedy_for(const Key&);

// The expectation in absolute figures: shares of a measured reference are multiplied out. Empty
// where the reference was not measured.
std::optional<Expectation> absolute(const Expectation&, const Measurement&);

// True where the figure was taken under a lower power limit, or on another major version of
// driver or library, than the expectation; `why` then says so.
bool other_conditions(const Expectation&, const BenchRecord&, std::string& why);

// "storage/random_read{q=32}" with its figure: "812 kIOPS".
std::string with_unit(double value, const std::string& unit);

}  // namespace gpuproof
