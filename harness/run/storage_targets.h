// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Where storage benchmarks read: the file system of the run folder, or what --storage names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/run/plan_request.h"

namespace gpuproof {

// Throws InputError: a path that is neither folder nor block device, or two on one drive.
std::vector<StorageTarget> storage_targets(const std::vector<std::string>& named,
                                           const std::filesystem::path& run_folder);

}  // namespace gpuproof
