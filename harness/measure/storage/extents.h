// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Where the blocks of a file lie: holes, unwritten, inline or compressed parts are not read from
// the drive, so a file with any of them measures nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpuproof {

struct FileExtent {
  std::uint64_t start = 0, bytes = 0;
  std::uint32_t flags = 0;  // FIEMAP_EXTENT_*
};

// nullopt where the file system has no such map; that is recorded, not a fault.
// Throws SystemError where it has one and cannot give it.
std::optional<std::vector<FileExtent>> read_extents(int fd, const std::string& name);

// Why this file cannot stand for the drive; empty: all of it lies there. `allocated` is what stat
// reports (st_blocks * 512), for file systems without an extent map.
std::string extent_fault(const std::optional<std::vector<FileExtent>>&, std::uint64_t bytes,
                         std::uint64_t allocated);

}  // namespace gpuproof
