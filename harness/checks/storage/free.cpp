// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The fullest of the file systems that can be written.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

bool counts(const FileSystem& fs) {
  constexpr std::string_view kinds[] = {"ext2", "ext3", "ext4",     "xfs",    "btrfs",
                                        "zfs",  "f2fs", "bcachefs", "overlay"};
  for (const auto option : split(fs.options, ','))
    if (option == "ro") return false;
  return std::find(std::begin(kinds), std::end(kinds), fs.type) != std::end(kinds) &&
         fs.total_bytes && fs.free_bytes && *fs.total_bytes > 0;
}

double free_share(const FileSystem& fs) {
  return static_cast<double>(*fs.free_bytes) / static_cast<double>(*fs.total_bytes);
}

void free_space(CheckContext& c) {
  const auto& all = c.now.storage.file_systems;
  if (!c.readable(all, c.machine())) return;
  const FileSystem* fullest = nullptr;
  for (const auto& fs : *all)
    if (counts(fs) && (!fullest || free_share(fs) < free_share(*fullest))) fullest = &fs;
  if (!fullest)
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "no writable file system tells its free space"});
  // 10 %, but nobody needs more than 50 GB for tests and logs.
  const bool enough = free_share(*fullest) >= 0.1 || *fullest->free_bytes >= 50'000'000'000;
  c.advise(c.machine(), enough,
           {.observed = fmt::format("{} of {} free on {}", bytes_text(*fullest->free_bytes),
                                    bytes_text(*fullest->total_bytes), fullest->mount),
            .expected = "at least 10 % or 50 GB",
            .remedy = "delete what is not needed or enlarge the file system",
            .who = Who::admin});
}

const Register<Check> registered{
    {.name = "storage/free",
     .about = "Free space on file systems",
     .why = "Full file systems stop logs and jobs, and a full drive writes slowly.",
     .run = free_space}};

}  // namespace
}  // namespace gpuproof
