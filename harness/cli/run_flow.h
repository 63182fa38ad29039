// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The flow of `gpuproof run`, new and resumed; both return the exit code.
#pragma once

#include "harness/run/run_options.h"

namespace gpuproof {

int run_new(const RunOptions&);
int run_resumed(const RunOptions&);

}  // namespace gpuproof
