// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// How items and figures read in every format, so that no two formats tell different stories.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/record/report.h"

namespace gpuproof {

// "skip/not_applicable", "fail"
std::string outcome_text(const Item&);
// "48.3 GB/s (47.9 to 48.6, n 24)"; empty without a figure
std::string figure_text(const Item&);
// "floor 40.0, expected 44.8 GB/s (derived)"; for checks the expected text
std::string expected_text(const Item&);
// "8 % above the floor", "12 % below the floor"; empty where nothing was judged
std::string margin_text(const Item&);
// Items with a figure, or that name a metric: the rest are checks.
bool is_metric(const Item&);
// pass 12, warn 1, ... in the order of severity, zero counts left out
std::vector<std::pair<std::string, int>> outcome_counts(const Report&);
// The fixed sentence on strength: what a verdict does not say.
std::string strength_text(const Report&);

}  // namespace gpuproof
