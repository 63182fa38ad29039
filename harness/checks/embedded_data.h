// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The tables of harness/checks/data, embedded in the binary.
#pragma once

#include <string_view>

namespace gpuproof {

// Throws std::logic_error where there is no such file.
std::string_view embedded_data(std::string_view name);

}  // namespace gpuproof
