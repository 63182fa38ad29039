// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The items of a run, by where they come from.
#pragma once

#include "harness/judge/run_view.h"

namespace gpuproof {

std::vector<Item> metric_items(const RunView&);     // figures, and what was planned without one
std::vector<Item> integrity_items(const RunView&);  // the data check of every benchmark that ran
std::vector<Item> check_items(const RunView&);      // environment checks
std::vector<Item> run_items(const RunView&);        // what the course of the run itself shows

// One cause is told once: a slow figure names the failed link it hangs on.
void attribute(const RunView&, std::vector<Item>&);

// Worst first, then by key and subject; waived items stand before all.
void sort_items(std::vector<Item>&);

}  // namespace gpuproof
