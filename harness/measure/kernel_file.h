// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Small files of /proc and /sys, under a root that tests replace. Absent and unreadable are both
// "not there": what depends on them says so in its record.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gpuproof {

// The whole file, trimmed.
std::optional<std::string> kernel_file(const std::filesystem::path&);
// Names in a folder that start with `prefix`, sorted; empty where there is none.
std::vector<std::string> kernel_entries(const std::filesystem::path& folder,
                                        const std::string& prefix);

}  // namespace gpuproof
