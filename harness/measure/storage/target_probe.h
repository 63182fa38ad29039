// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Gathers what vet_target decides by: statfs, statx, the mount table and the block devices below.
#pragma once

#include <string>

#include "harness/measure/storage/target.h"

namespace gpuproof {

// A folder that a test file will be made in; an unnamed or at once removed file is created in it
// to learn what files there can do. Throws InputError where no file can be made there.
TargetFacts probe_folder(const std::string& folder);
// A block device named by the user. Throws InputError where it is not one or cannot be opened.
TargetFacts probe_raw_device(const std::string& device);

struct MountEntry {
  std::string mount, type, source, options;
};
// The entry of /proc/self/mountinfo that holds `path` (canonical): the longest mount point, the
// last of equals, as a later mount hides an earlier one.
MountEntry find_mount(const std::string& mountinfo, const std::string& path);

}  // namespace gpuproof
