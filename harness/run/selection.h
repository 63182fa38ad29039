// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// --only and --skip: which planned items stay, and which become gaps that count.
#pragma once

#include <string>
#include <vector>

#include "harness/record/plan.h"

namespace gpuproof {

// Moves deselected steps of the plan to its skips (not_selected). A step stays where one of its
// keys is selected. Checks cost seconds: --only leaves them in, --skip takes out those it names.
// Throws InputError for a pattern that matches no planned item and no check.
void select_items(Plan&, const std::vector<std::string>& checks);

}  // namespace gpuproof
