// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The sentences and lists of a report that are about the run as a whole.
#pragma once

#include "harness/judge/run_view.h"

namespace gpuproof {

// Indices of GPUs under test without a judged metric; "host" where there are no GPUs.
std::vector<std::string> unjudged_subjects(const RunView&, const std::vector<Item>&);
Basis basis_of(const RunView&, const std::vector<Item>&);

std::vector<std::string> reasons_of(const RunView&, const Report&);
std::string summary_of(const Report&);  // needs items, reasons and verdict
std::vector<std::string> not_tested(const RunView&);
std::map<std::string, std::string> facts_for_readers(const Snapshot&);
std::vector<ResultSummary> result_summaries(const RunView&);

}  // namespace gpuproof
