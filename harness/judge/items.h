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

// A GPU that falls out of the band of its siblings: warn of the metric, fail of an item of its own.
void compare_siblings(const RunView&, std::vector<Item>&);

// Figures without an expectation that a figure beside them puts in doubt: a drive that is slower
// together with others than alone, directions of a link that do not share it evenly.
void compare_beside(const RunView&, std::vector<Item>&);

// One cause is told once: a slow figure names the failed link it hangs on.
void attribute(const RunView&, std::vector<Item>&);

// Worst first, then by key and subject; waived items stand before all.
void sort_items(std::vector<Item>&);

}  // namespace gpuproof
