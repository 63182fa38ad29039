// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// /proc/self/mountinfo, see proc_pid_mountinfo(5).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuproof {

struct MountPoint {
  std::string device;  // "259:2"; 0:N for file systems without a block device
  std::string mount, type, source;
  std::string options;  // of the mount point, then those of the file system
};

// In order of mounting, without what a later mount covers; malformed lines are left out.
std::vector<MountPoint> parse_mountinfo(std::string_view text);

// Blanks, tabs, newlines and backslashes in names are written as \040 and so on.
std::string unescape_mount(std::string_view);

}  // namespace gpuproof
