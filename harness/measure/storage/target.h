// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// May this path stand for a drive? Decided from gathered facts before anything is measured: usable,
// labelled (measured, never judged) or refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/enum_names.h"
#include "harness/measure/storage/block_stack.h"

namespace gpuproof {

// What direct I/O of a file needs (statx); both 0: the file system states that it has none.
struct DirectAlignment {
  unsigned memory = 0, offset = 0;
};

struct TargetFacts {
  std::string path;           // as the user named it
  bool raw = false;           // a block device, read only
  std::uint64_t fs_type = 0;  // f_type of statfs
  std::string mount, fs_name, mount_source, mount_options;
  std::optional<DirectAlignment> direct;  // absent: statx did not say
  bool kernel_states_direct = false;      // Linux 6.1 and later
  bool opens_direct = true;               // an open with O_DIRECT succeeds
  bool dax = false, encrypted = false, compressed = false;
  std::vector<StackDevice> stack;  // empty: no block device could be found below
};

enum class TargetUse { usable, labelled, refused };
template <>
struct EnumNames<TargetUse> {
  static constexpr std::array<EnumRow<TargetUse>, 3> table{{{TargetUse::usable, "usable"},
                                                            {TargetUse::labelled, "labelled"},
                                                            {TargetUse::refused, "refused"}}};
};

struct Target {
  TargetUse use = TargetUse::usable;
  std::vector<std::string> reasons;  // why not simply usable
  std::string drive;                 // label of the results: nvme0n1, md0, vda
  std::vector<std::string> drives;   // where the device counters are read
  std::string file_system, stack;    // for the record
  unsigned alignment = 4096;         // of memory, offset and length
  bool polled = false;               // one drive, whose driver has poll queues
};

Target vet_target(const TargetFacts&);

// "tmpfs" for 0x01021994; the number where the type is unknown.
std::string fs_type_name(std::uint64_t type);

}  // namespace gpuproof
