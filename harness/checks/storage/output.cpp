// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether the report folder lies on a fixed drive.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

const FileSystem* holding(const Snapshot& now, const std::string& path) {
  const FileSystem* deepest = nullptr;
  for (const auto& fs : *now.storage.file_systems) {
    const bool below = fs.mount == "/" || path == fs.mount || starts_with(path, fs.mount + "/");
    if (below && (!deepest || fs.mount.size() >= deepest->mount.size())) deepest = &fs;
  }
  return deepest;
}

bool is_removable(const Snapshot& now, const std::string& device) {
  std::vector<std::string> below{device};
  for (std::size_t i = 0; i < below.size() && i < 64; ++i)
    if (const auto* block = now.storage.find(below[i])) {
      if (block->removable.is(true) || block->transport.is("usb")) return true;
      below.insert(below.end(), block->members.begin(), block->members.end());
    }
  return false;
}

// Why the report does not lie safely there; empty where it does.
std::string weakness(const Snapshot& now, const FileSystem& fs) {
  constexpr std::string_view remote[] = {"nfs",  "nfs4",   "cifs",      "smb3",   "9p",
                                         "ceph", "lustre", "glusterfs", "beegfs", "fuse.sshfs"};
  if (std::find(std::begin(remote), std::end(remote), fs.type) != std::end(remote))
    return "network storage (" + fs.type + ")";
  if (fs.type == "tmpfs" || fs.type == "ramfs") return "memory: a restart loses it";
  if (fs.device && is_removable(now, *fs.device)) return "a removable drive";
  return {};
}

void output(CheckContext& c) {
  const auto& path = c.now.storage.output_path;
  if (!c.readable(path, c.machine(), "no report folder is written here")) return;
  if (!c.readable(c.now.storage.file_systems, c.machine())) return;
  const auto* fs = holding(c.now, *path);
  if (!fs)
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "the file system of " + *path + " is not known"});
  const auto weak = weakness(c.now, *fs);
  c.advise(c.machine(), weak.empty(),
           {.observed = *path + " on " + (weak.empty() ? fs->type : weak),
            .expected = "a fixed drive of this machine",
            .remedy = "choose another folder with --out, or copy the report afterwards",
            .who = Who::user});
}

const Register<Check> registered{{.name = "storage/output",
                                  .about = "Place of the report folder",
                                  .why = "A report on a stick or a share disappears with it, and "
                                         "slow writes disturb what is measured.",
                                  .run = output}};

}  // namespace
}  // namespace gpuproof
