// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The files of a run as one value: what judge and report work from.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/judge/judge.h"

namespace gpuproof {

// `place` is the folder of a run. Throws InputError naming the file that is missing or broken. What
// an early end leaves out (machine-after, telemetry) may be missing.
RunRecord load_run(const std::filesystem::path& place);

// Throws InputError: missing, broken, or of another version.
Plan load_plan(const std::filesystem::path& file);

// Files whose hash is no longer what report.json lists: one sentence each. Empty where the run has no
// report yet.
std::vector<std::string> changed_inputs(const std::filesystem::path& folder);

// Hashes of plan, machine, profile, journal, telemetry and attachments, as far as they are there.
std::vector<ReportInput> run_inputs(const std::filesystem::path& folder);

}  // namespace gpuproof
