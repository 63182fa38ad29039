// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/run/plan.h"

namespace gpuproof {

// What made this binary; written into the plan of a run.
BuildInfo this_build();

}  // namespace gpuproof
