// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Everything of a run that is decided before anything is made or measured.
#pragma once

#include <filesystem>

#include "harness/expect/profile.h"
#include "harness/facts/snapshot.h"
#include "harness/machine/host.h"
#include "harness/record/plan.h"
#include "harness/run/gpu_facts.h"
#include "harness/run/run_options.h"

namespace gpuproof {

struct PreparedRun {
  Plan plan;
  Snapshot before;
  Profile profile;
  std::filesystem::path folder;  // not made yet
};

// How the facts of the GPUs are asked for.
FactsRequest facts_request(const RunOptions&);

// Throws InputError for options that cannot be used, each with its remedy.
PreparedRun prepare_run(const RunOptions&, const Host&, ProcessLauncher&);

}  // namespace gpuproof
