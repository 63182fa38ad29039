// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Reading of small kernel files: what is not there or not readable is nullopt or empty, as the
// vetting of a target treats both alike.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gpuproof {

namespace fs = std::filesystem;

std::optional<std::string> sys_text(const fs::path&);
std::optional<std::string> sys_line(const fs::path&);  // first line, trimmed
std::optional<std::string> sys_resolve(const fs::path&);
std::vector<std::string> sys_list(const fs::path&);  // sorted names
bool sys_exists(const fs::path&);

}  // namespace gpuproof
