// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/target.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

enum class FsClass { disk, memory, pseudo, network, user_space, overlay, cached };

struct FsRow {
  std::uint64_t type;
  std::string_view name;
  FsClass group;
};

// f_type values of statfs(2) and the kernel's magic.h.
constexpr std::array fs_rows{FsRow{0x01021994, "tmpfs", FsClass::memory},
                             FsRow{0x858458f6, "ramfs", FsClass::memory},
                             FsRow{0x958458f6, "hugetlbfs", FsClass::memory},
                             FsRow{0x9fa0, "proc", FsClass::pseudo},
                             FsRow{0x62656572, "sysfs", FsClass::pseudo},
                             FsRow{0x63677270, "cgroup2", FsClass::pseudo},
                             FsRow{0x1cd1, "devpts", FsClass::pseudo},
                             FsRow{0x73717368, "squashfs", FsClass::pseudo},
                             FsRow{0xef53, "ext4", FsClass::disk},
                             FsRow{0x58465342, "xfs", FsClass::disk},
                             FsRow{0xf2f52010, "f2fs", FsClass::disk},
                             FsRow{0x9123683e, "btrfs", FsClass::disk},
                             FsRow{0xca451a4e, "bcachefs", FsClass::disk},
                             FsRow{0x2fc12fc1, "zfs", FsClass::cached},
                             FsRow{0x794c7630, "overlay", FsClass::overlay},
                             FsRow{0x65735546, "fuse", FsClass::user_space},
                             FsRow{0x01021997, "9p", FsClass::network},
                             FsRow{0x6969, "nfs", FsClass::network},
                             FsRow{0xfe534d42, "smb2", FsClass::network},
                             FsRow{0xff534d42, "cifs", FsClass::network},
                             FsRow{0x00c36400, "ceph", FsClass::network},
                             FsRow{0x0bd00bd0, "lustre", FsClass::network},
                             FsRow{0x47504653, "gpfs", FsClass::network},
                             FsRow{0x19830326, "beegfs", FsClass::network},
                             FsRow{0x5346414f, "afs", FsClass::network}};

const FsRow* row_of(std::uint64_t type) {
  const auto row =
      std::find_if(fs_rows.begin(), fs_rows.end(), [&](const FsRow& r) { return r.type == type; });
  return row == fs_rows.end() ? nullptr : row;
}

void refuse(Target& target, std::string reason) {
  target.use = TargetUse::refused;
  target.reasons.push_back(std::move(reason));
}

void label(Target& target, std::string reason) {
  if (target.use == TargetUse::usable) target.use = TargetUse::labelled;
  target.reasons.push_back(std::move(reason));
}

void vet_file_system(const TargetFacts& facts, Target& target) {
  const FsRow* row = row_of(facts.fs_type);
  const std::string name = target.file_system;
  switch (row ? row->group : FsClass::disk) {
    case FsClass::memory:
      return refuse(target, facts.path + " is RAM, not a disk (" + name +
                                "); name a folder on the drive with --storage");
    case FsClass::pseudo:
      return refuse(target, facts.path + " lies on " + name +
                                ", which stores no test file; name a folder on the drive");
    case FsClass::network:
      return label(target, name +
                               " is a network file system: the figure is not one of a drive of "
                               "this machine");
    case FsClass::user_space:
      return label(target, name + " is served by a process, which may cache or fetch the data");
    case FsClass::cached:
      return label(target, name + " answers from its own cache and may compress");
    case FsClass::overlay:
      if (facts.stack.empty())
        label(target, "the layer below this overlay is not visible here, so its drive is unknown");
      return;
    case FsClass::disk:
      break;
  }
  if (const auto& o = facts.mount_options; contains(o, "compress") || facts.compressed)
    label(target, name + " compresses here: the bytes read are not the bytes of the drive");
}

// Direct reads are proved by the device counters after the run; this is about what is known before.
void vet_direct(const TargetFacts& facts, Target& target) {
  if (!facts.opens_direct || (facts.direct && (!facts.direct->memory || !facts.direct->offset)))
    return refuse(target, facts.path + " has no direct I/O (" + target.file_system +
                              "), so the page cache would answer; name a folder on ext4 or xfs");
  if (!facts.direct && facts.kernel_states_direct)
    label(target, target.file_system + " does not state direct I/O, so the page cache may answer");
  if (facts.dax)
    label(target, "DAX: reads are copies from memory-mapped storage, not I/O requests");
  if (facts.encrypted)
    label(target, "the folder is encrypted: reads include decryption and may be buffered");
}

void vet_mapper(const StackDevice& device, Target& target) {
  const auto& type = device.detail;
  if (type == "linear" || type == "multipath" || type == "thin" || type == "striped") return;
  const std::string what = device.name + " is a device-mapper " + type + " volume: ";
  if (type == "crypt") return label(target, what + "the figure includes decryption");
  if (type == "cache") return label(target, what + "a faster drive may answer");
  if (type == "vdo") return label(target, what + "it compresses and removes duplicates");
  label(target, what + "the bytes read are not plain reads of the drive");
}

void vet_device(const StackDevice& device, Target& target) {
  const auto& kind = device.kind;
  if (kind == "zram" || kind == "ram")
    return refuse(target, device.name + " is RAM, not a disk; name a folder on the drive");
  if (kind == "null")
    return refuse(target, device.name + " has no medium (null_blk); name a folder on the drive");
  if (kind == "dm") return vet_mapper(device, target);
  if (kind == "loop")
    label(target, device.name + " is a loop device over " + device.detail +
                      ": the page cache of that file may answer");
  if (kind == "network")
    label(target, device.name + " is reached over a network (" + device.detail + ")");
  if (kind == "pmem") label(target, device.name + " is persistent memory, not a drive");
  if (kind == "bcache") label(target, device.name + " is a cache: a faster drive may answer");
}

}  // namespace

std::string fs_type_name(std::uint64_t type) {
  const FsRow* row = row_of(type);
  return row ? std::string(row->name) : fmt::format("file system type {:#x}", type);
}

Target vet_target(const TargetFacts& facts) {
  Target target;
  target.file_system = facts.raw               ? "raw device"
                       : facts.fs_name.empty() ? fs_type_name(facts.fs_type)
                                               : facts.fs_name;
  target.drive = drive_label(facts.stack);
  target.drives = drives_of(facts.stack);
  target.stack = stack_text(facts.stack);
  target.polled = target.drives.size() == 1 && !facts.stack.empty() && facts.stack.back().polled;
  if (!facts.raw) vet_file_system(facts, target);
  vet_direct(facts, target);
  for (const auto& device : facts.stack) vet_device(device, target);
  if (facts.stack.empty() && target.use == TargetUse::usable)
    label(target, "no block device is known below " + facts.path +
                      ", so nothing proves that a drive answered");
  if (facts.direct && facts.direct->memory)
    target.alignment = std::max({facts.direct->memory, facts.direct->offset, 512u});
  return target;
}

}  // namespace gpuproof
