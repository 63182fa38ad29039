// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Exit codes: one table for every verb; --help prints it.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace gpuproof {

enum class ExitStatus : int {
  good = 0,        // accepted, same, checks fine
  bad = 1,         // rejected, regression, a check failed
  usage = 2,       // usage error or unreadable input; nothing ran
  incomplete = 3,  // something required was not judged, or ambiguous
  tool_failed = 4  // gpuproof itself failed
};

inline constexpr std::array<std::pair<int, std::string_view>, 5> exit_table{
    {{0, "accepted, the same, or every check fine"},
     {1, "rejected, a regression, or a check failed"},
     {2, "usage error or unreadable input; nothing ran"},
     {3, "incomplete: something required was not judged, or ambiguous"},
     {4, "gpuproof itself failed"}}};

constexpr int code(ExitStatus status) { return static_cast<int>(status); }
constexpr int signal_code(int signal_number) { return 128 + signal_number; }

}  // namespace gpuproof
