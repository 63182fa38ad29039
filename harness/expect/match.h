// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Which expectation speaks for a result, and where its floor lies.
#pragma once

#include "harness/expect/profile.h"
#include "harness/record/key.h"
#include "harness/record/metric.h"

namespace gpuproof {

// The most specific expectation whose labels all stand in `key`; nullptr where none does. Throws
// InputError where two are equally specific: a profile must not leave that open.
const Expectation* match_expectation(const Profile&, const Key&);

// The limit in force: value x ratio, or value / ratio where lower is better.
double floor_of(const Expectation&, Better, bool quick);

}  // namespace gpuproof
