// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The block devices below a file system: partition, array, mapper, loop, down to the drives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gpuproof {

struct StackDevice {
  std::string name;                  // nvme0n1p2, as under /sys/class/block
  std::string kind;                  // disk partition md dm loop zram ram pmem network null bcache
  std::string detail;                // RAID level, mapper type, backing file, transport
  std::vector<std::string> members;  // what it lies on, empty for a drive
  bool polled = false;               // the driver has poll queues
  bool rotational = false;
};

// "254:0" and what lies below it, top first, each device once. Empty where sysfs has no such
// device. `root` stands before /sys in tests.
std::vector<StackDevice> read_block_stack(const std::string& major_minor,
                                          const std::string& root = "");
std::vector<StackDevice> read_block_stack_of(const std::string& name, const std::string& root = "");

// The devices without members: where the bytes really come from.
std::vector<std::string> drives_of(const std::vector<StackDevice>& stack);
// The name a reader knows it by: the array or drive under partitions and one-legged mappings.
std::string drive_label(const std::vector<StackDevice>& stack);
// "md0 (raid0) on nvme0n1, nvme1n1"
std::string stack_text(const std::vector<StackDevice>& stack);

}  // namespace gpuproof
