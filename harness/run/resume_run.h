// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Going on with a run that ended early: same machine, same program, same plan.
#pragma once

#include <filesystem>
#include <optional>

#include "harness/record/journal.h"
#include "harness/run/prepare_run.h"
#include "harness/run/run_directory.h"
#include "harness/run/run_log.h"

namespace gpuproof {

struct ResumedRun {
  PreparedRun run;
  Journal journal;            // as found; empty where measuring had not begun
  bool all_measured = false;  // only the report is missing
};

// Throws InputError: finished already, another machine, another program, a changed plan.
ResumedRun load_to_resume(const RunDirectory&, const Snapshot& now, const BuildInfo&);

// Opens the journal to go on, removes what an earlier end concluded, and writes down that, and on
// which boot, the run goes on. A reboot that nobody asked for is an event of its own.
RunLog resume_journal(const RunDirectory&, const ResumedRun&, const Snapshot& now);

std::string boot_id_of(const Journal&);  // of its last part

}  // namespace gpuproof
