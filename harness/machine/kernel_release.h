// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Kernel releases: which are installed, and which is newer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/machine/host.h"

namespace gpuproof {

// Numbers compare as numbers: 6.8.0-100-generic is newer than 6.8.0-45-generic, 6.9.0-rc1 older
// than 6.9.0.
bool is_older_release(std::string_view a, std::string_view b);

// Releases under /lib/modules that hold modules (removed kernels leave folders behind), oldest
// first.
Fact<std::vector<std::string>> installed_releases(const Host&);

}  // namespace gpuproof
