// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The measuring part of a run in its folder: journal, supervisor, and the files beside them.
#pragma once

#include "harness/record/journal.h"
#include "harness/run/prepare_run.h"
#include "harness/run/run_directory.h"
#include "harness/run/supervisor.h"

namespace gpuproof {

// Writes profile, machine and plan (the last: with it the run can be resumed), then begins the
// journal.
RunLog begin_journal(const RunDirectory&, const PreparedRun&);

struct MeasureOptions {
  Nanoseconds started_at = 0;  // boottime
  RunHooks hooks;
};

SupervisorEnd measure(const RunDirectory&, const Plan&, const Journal& before, RunLog&,
                      ProcessLauncher&, MeasureOptions);

}  // namespace gpuproof
