// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Mounted file systems that hold data, with the block device below and the room that is left.
#include <algorithm>
#include <array>

#include "harness/base/text.h"
#include "harness/machine/block_devices.h"
#include "harness/machine/mount_info.h"

namespace gpuproof {
namespace {

// Windows into the kernel; they hold no files of ours.
bool is_pseudo(std::string_view type) {
  constexpr std::array<std::string_view, 24> pseudo{
      "autofs",    "binfmt_misc", "bpf",      "cgroup",   "cgroup2",    "configfs",
      "debugfs",   "devpts",      "devtmpfs", "efivarfs", "fusectl",    "hugetlbfs",
      "mqueue",    "nsfs",        "proc",     "pstore",   "rpc_pipefs", "securityfs",
      "selinuxfs", "smackfs",     "sysfs",    "tracefs",  "ramfs",      "resctrl"};
  return std::find(pseudo.begin(), pseudo.end(), type) != pseudo.end();
}

// A server that went away blocks statfs for ever, and no signal ends that.
bool may_block(std::string_view type) {
  constexpr std::array<std::string_view, 10> remote{"nfs",    "nfs4", "cifs",   "smb3", "ceph",
                                                    "lustre", "gpfs", "beegfs", "afs",  "wekafs"};
  return starts_with(type, "fuse") || std::find(remote.begin(), remote.end(), type) != remote.end();
}

Fact<std::string> device_below(const Host& host, const MountPoint& mount) {
  const auto base = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  if (const auto device = host.resolve("/sys/dev/block/" + mount.device)) return base(*device);
  // btrfs has a number of its own; /dev/mapper and /dev/disk are links to the device.
  if (!starts_with(mount.source, "/dev/")) return {};
  for (const auto& path : {mount.source, host.resolve(mount.source).value_or("")})
    if (!path.empty() && host.exists("/sys/class/block/" + base(path))) return base(path);
  return {};
}

FileSystem file_system(const Host& host, const MountPoint& mount) {
  FileSystem fs{.mount = clean_text(mount.mount),
                .source = clean_text(mount.source),
                .type = clean_text(mount.type),
                .options = clean_text(mount.options)};
  fs.device = device_below(host, mount);
  const auto room = may_block(mount.type)
                        ? Fact<FsStatus>::unreadable("not asked: a lost server would block")
                        : host.stat_fs(mount.mount);
  fs.total_bytes = fact_from<std::uint64_t>(room, [](const auto& s) { return s.total_bytes; });
  fs.free_bytes = fact_from<std::uint64_t>(room, [](const auto& s) { return s.free_bytes; });
  return fs;
}

}  // namespace

Fact<std::vector<FileSystem>> read_file_systems(const Host& host) {
  using FileSystems = std::vector<FileSystem>;
  return fact_from<FileSystems>(host.read("/proc/self/mountinfo"), [&](const std::string& text) {
    FileSystems systems;
    for (const auto& mount : parse_mountinfo(text))
      if (!is_pseudo(mount.type) && !starts_with(mount.mount, "/sys/"))
        systems.push_back(file_system(host, mount));
    return systems;
  });
}

}  // namespace gpuproof
