// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What values of options must be, beyond what the verb itself makes of them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gpuproof {

// An empty name is a variable of a script that was not set, and never what its author meant.
inline CLI::Validator not_empty() {
  return CLI::Validator(
      [](std::string& value) { return value.empty() ? "needs a name, and got an empty one" : ""; },
      "");
}

}  // namespace gpuproof
