// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What the control groups of this process withhold: CPU time and memory, of v2 and v1, with the
// limits of every parent.
#pragma once

#include <filesystem>
#include <optional>

#include "harness/base/units.h"

namespace gpuproof {

// CPUs' worth of time; nullopt: no limit that can be read.
std::optional<double> cgroup_cpu_quota(const std::filesystem::path& root = "/");
// Limit less usage; nullopt: no limit that can be read.
std::optional<Bytes> cgroup_memory_left(const std::filesystem::path& root = "/");

}  // namespace gpuproof
