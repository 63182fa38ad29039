// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// JSON at the edges: parsing with limits, and errors that name the path inside the document.
// Only json.cpp and codec.cpp include the library itself (1.5 s a unit).
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace gpuproof {

using Json = nlohmann::json;

struct JsonLimits {
  std::size_t bytes = 256u << 20;
  std::size_t depth = 64;
};

// `place` (a file name) starts every message. Throws InputError: too large, too deep, malformed
// (with line and column), not UTF-8, or a number that is not finite.
Json parse_json(std::string_view text, const std::string& place, const JsonLimits& = {});

// Throws InputError where the file is missing, a directory, unreadable or not JSON.
Json load_json(const std::filesystem::path& file, const JsonLimits& = {});

// One line. Invalid UTF-8 is replaced, never thrown: machine text may be anything.
std::string dump_line(const Json&);
// Two-space indented, with a final newline.
std::string dump_pretty(const Json&);

}  // namespace gpuproof
