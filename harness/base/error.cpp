// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/error.h"

#include <system_error>

namespace gpuproof {

std::string errno_text(int error_number) { return std::generic_category().message(error_number); }

SystemError::SystemError(const std::string& what, int error_number)
    : Error(what + ": " + errno_text(error_number)), number(error_number) {}

}  // namespace gpuproof
