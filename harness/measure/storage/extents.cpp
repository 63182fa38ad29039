// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/extents.h"

#include <fmt/core.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <sys/ioctl.h>

#include <array>
#include <cerrno>
#include <utility>

#include "harness/base/error.h"
#include "harness/base/units.h"

namespace gpuproof {
namespace {

constexpr unsigned extents_at_once = 256;

constexpr std::array<std::pair<std::uint32_t, std::string_view>, 8> faulty_flags{
    {{FIEMAP_EXTENT_UNKNOWN, "a place that is not known"},
     {FIEMAP_EXTENT_DELALLOC, "no place yet"},
     {FIEMAP_EXTENT_ENCODED, "encoded (compressed or encrypted) blocks"},
     {FIEMAP_EXTENT_DATA_ENCRYPTED, "encrypted blocks"},
     {FIEMAP_EXTENT_DATA_INLINE, "data inside the metadata"},
     {FIEMAP_EXTENT_DATA_TAIL, "a shared tail block"},
     {FIEMAP_EXTENT_UNWRITTEN, "blocks that were never written"},
     {FIEMAP_EXTENT_SHARED, "blocks shared with another file"}}};

std::string flag_fault(const FileExtent& extent) {
  for (const auto& [flag, what] : faulty_flags)
    if (extent.flags & flag)
      return fmt::format("it has {} at offset {}", what, bytes_text(extent.start));
  return {};
}

std::string hole(std::uint64_t from, std::uint64_t to) {
  return fmt::format("it has a hole of {} at offset {}", bytes_text(to - from), bytes_text(from));
}

}  // namespace

std::optional<std::vector<FileExtent>> read_extents(int fd, const std::string& name) {
  std::vector<FileExtent> extents;
  // One fiemap header and the room for its extents behind it, as the ioctl wants them.
  std::vector<std::uint64_t> room(
      (sizeof(fiemap) + extents_at_once * sizeof(fiemap_extent)) / sizeof(std::uint64_t) + 1);
  auto* map = reinterpret_cast<fiemap*>(room.data());
  for (std::uint64_t next = 0;;) {
    *map = {};
    map->fm_start = next;
    map->fm_length = FIEMAP_MAX_OFFSET - next;
    map->fm_flags = FIEMAP_FLAG_SYNC;
    map->fm_extent_count = extents_at_once;
    if (::ioctl(fd, FS_IOC_FIEMAP, map) != 0) {
      if (errno == EOPNOTSUPP || errno == ENOTTY || errno == EINVAL) return std::nullopt;
      throw SystemError("cannot read where the blocks of " + name + " lie", errno);
    }
    for (unsigned i = 0; i < map->fm_mapped_extents; ++i) {
      const auto& found = map->fm_extents[i];
      extents.push_back({found.fe_logical, found.fe_length, found.fe_flags});
      next = found.fe_logical + found.fe_length;
      if (found.fe_flags & FIEMAP_EXTENT_LAST) return extents;
    }
    if (map->fm_mapped_extents == 0) return extents;
  }
}

std::string extent_fault(const std::optional<std::vector<FileExtent>>& extents, std::uint64_t bytes,
                         std::uint64_t allocated) {
  // Metadata may round either way; a twentieth missing is data that is not there.
  if (static_cast<double>(allocated) < 0.95 * static_cast<double>(bytes))
    return fmt::format("only {} of its {} lie on the drive: it is sparse or compressed",
                       bytes_text(allocated), bytes_text(bytes));
  if (!extents) return {};
  std::uint64_t end = 0;
  for (const auto& extent : *extents) {
    if (extent.start > end) return hole(end, extent.start);
    if (const auto fault = flag_fault(extent); !fault.empty()) return fault;
    end = extent.start + extent.bytes;
  }
  return end < bytes ? hole(end, bytes) : std::string();
}

}  // namespace gpuproof
