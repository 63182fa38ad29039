// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Configuration as text: drop-in folders, and NAME=value files of the shell kind.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/machine/host.h"

namespace gpuproof {

// The files of these folders whose names end so, in order of folder and name, each behind a
// newline. A file given as such is taken too. What cannot be read is left out.
std::string config_text(const Host&, const std::vector<std::string>& places,
                        std::string_view ending = "");

// Lines without comments (# and ;) and blank ones, trimmed.
std::vector<std::string_view> config_lines(std::string_view text);

// NAME=value or NAME="value", blanks around = allowed; the last one wins.
std::map<std::string, std::string> parse_assignments(std::string_view text);

}  // namespace gpuproof
