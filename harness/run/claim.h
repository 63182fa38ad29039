// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// flock as a claim: held as long as the handle lives, gone with the process however it ends.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/base/files.h"

namespace gpuproof {

// False: another process holds it. Throws SystemError where the file cannot be locked at all.
bool claim(const FileHandle&, const std::string& name);
// The process that holds the flock on this open file, as /proc/locks tells it.
std::optional<std::int64_t> holder_of(const FileHandle&);

}  // namespace gpuproof
