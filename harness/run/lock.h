// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One gpuproof at a time per part of a machine, across users: two would disturb each other.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/base/files.h"

namespace gpuproof {

// Folders that every user can write to, best first.
inline const std::vector<std::filesystem::path> lock_folders{"/run/lock", "/tmp"};

// `part` is "host", or the UUID of a GPU. Held while the handle lives. Throws InputError where
// another process holds it (naming its pid where that is told), or where the file is a link or
// anything else that a lock file of ours cannot be.
FileHandle lock_machine(const std::string& part,
                        const std::vector<std::filesystem::path>& folders = lock_folders);

}  // namespace gpuproof
