// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "harness/machine/host.h"

namespace gpuproof {

// What may put this machine to sleep by itself, as one sentence; absent where nothing was found.
Fact<std::string> find_auto_suspend(const Host&);

}  // namespace gpuproof
