// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Judging a machine by its environment alone, without a run: what the doctor says.
#pragma once

#include <vector>

#include "harness/checks/check.h"

namespace gpuproof {

// Every check on this input, with what is required by profile and default policy; worst first.
std::vector<Item> judge_environment(const CheckInput&);

// rejected: an item that is not `no` fails. incomplete: a `yes` item is error, inconclusive or
// could not be read. The number of GPUs is not asked, nor is any figure.
Verdict environment_verdict(const std::vector<Item>&);

}  // namespace gpuproof
