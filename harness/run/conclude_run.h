// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The end of a run: judged from its files, rendered, and report.json last.
#pragma once

#include <string>
#include <vector>

#include "harness/machine/host.h"
#include "harness/record/report.h"
#include "harness/run/gpu_facts.h"
#include "harness/run/run_directory.h"

namespace gpuproof {

struct Conclusion {
  Report report;
  std::string text;                   // for the terminal
  std::vector<std::string> problems;  // files that could not be written; report.json among them: no
                                      // verdict is on disk
  bool report_written = false;
};

Conclusion conclude_run(const RunDirectory&, const Host&, FactsRequest, ProcessLauncher&);

}  // namespace gpuproof
