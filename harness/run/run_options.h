// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The options of `gpuproof run` as they were given.
#pragma once

#include <string>
#include <vector>

#include "harness/run/plan.h"

namespace gpuproof {

struct RunOptions {
  std::string suite = "quick", profile = "auto", gpus = "all";
  std::string out, policy, sysroot, baseline, label, within, resume, library_path;
  std::vector<std::string> only, skip, expect, tags, storage;
  bool dry_run = false, share = false, strict = false, keep_files = false;
  double deadline_scale = 1,
         budget_scale = 1;  // hidden: for tests on slow machines, and quick ones
  std::string command_line;
  BuildInfo build;
};

}  // namespace gpuproof
