// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// posix_spawn with pipes in place.
#pragma once

#include <sys/types.h>

#include <string>

#include "harness/base/files.h"
#include "harness/run/launcher.h"

namespace gpuproof {

struct Spawned {
  pid_t pid = -1;
  FileHandle orders, records;  // our ends, close-on-exec
};

// Own process group, default signals, an empty signal mask, stdin from /dev/null, stdout and
// stderr into the log. Throws SystemError.
Spawned spawn(const std::string& program, const LaunchSpec&);

}  // namespace gpuproof
