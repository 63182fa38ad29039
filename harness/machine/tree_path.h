// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Paths inside a recorded machine: links lead from the root of the tree, as they did there.
#pragma once

#include <filesystem>
#include <string>

#include "harness/facts/fact.h"

namespace gpuproof {

// The canonical machine path ("/sys/devices/...") behind `path`, all links followed inside `root`;
// ".." stops at the root. Absent where nothing is there, unreadable for a loop of links.
Fact<std::string> resolve_in_tree(const std::filesystem::path& root, const std::string& path);

}  // namespace gpuproof
