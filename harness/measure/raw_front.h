// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Google Benchmark's own console, JSON and CSV over the registered benchmarks: for people who know
// that output. No plan, no expectations, no verdict.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace gpuproof {

struct RawFront {
  std::string filter = ".";  // regular expression over names such as host/fma/dtype:fp32
  std::string format = "console";
  std::string out;      // file; empty: standard output
  double budget_s = 0;  // 0: each benchmark's own quick budget
  std::vector<std::pair<std::string, std::string>> context;
  std::map<std::string, std::string> options;  // of each step: target, file_bytes, threads, …
};

// How many benchmarks ended in which way; wrong: measured, but the data check failed.
struct RawTally {
  int measured = 0, skipped = 0, errors = 0, wrong = 0;
};

// Names that the filter matches. Throws InputError for a bad expression or no match.
std::vector<std::string> raw_names(const RawFront&);
// Throws InputError as above, for an unknown format and for a file that cannot be written.
RawTally run_raw(const RawFront&);

}  // namespace gpuproof
