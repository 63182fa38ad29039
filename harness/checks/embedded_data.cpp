// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/embedded_data.h"

#include <stdexcept>
#include <string>

#include "check_data_files.h"

namespace gpuproof {

std::string_view embedded_data(std::string_view name) {
  for (const auto& [file, bytes] : embedded::check_data_files)
    if (file == name) return bytes;
  throw std::logic_error("no embedded table " + std::string(name));
}

}  // namespace gpuproof
