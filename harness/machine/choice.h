// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Settings that the kernel shows as a list with the one in force in brackets.
#pragma once

#include <string>

#include "harness/machine/host.h"

namespace gpuproof {

// "madvise" of "always [madvise] never".
Fact<std::string> read_choice(const Host&, const std::string& path);

}  // namespace gpuproof
