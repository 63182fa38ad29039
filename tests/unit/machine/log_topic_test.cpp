// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/log_topic.h"

#include <gtest/gtest.h>

namespace gpuproof {
namespace {

TEST(LogTopic, sorts_lines_by_what_they_are_about) {
  const std::pair<const char*, LogTopic> table[] = {
      {"NVRM: Xid (PCI:0000:17:00): 31, pid=1, name=a, MMU Fault", LogTopic::gpu},
      {"nouveau 0000:01:00.0: gr: TRAP", LogTopic::gpu},
      {"nvidia: probe of 0000:2d:00.0 failed with error -1", LogTopic::gpu},
      {"NVRM: BAR1 is 0M @ 0x0 (PCI:0000:2d:00.0)", LogTopic::gpu},
      {"nvidia: module verification failed: signature and/or required key missing",
       LogTopic::module},
      {"Loading of module with unavailable key is rejected", LogTopic::module},
      {"Lockdown: modprobe: unsigned module loading is restricted", LogTopic::module},
      {"nvme 0000:03:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)",
       LogTopic::pcie},
      {"nvme 0000:03:00.0:    [ 0] RxErr                  (First)", LogTopic::pcie},
      {"pci 0000:04:00.0: 15.752 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x2 link",
       LogTopic::pcie},
      {"pci 0000:01:00.0: BAR 1 [mem size 0x800000000 64bit pref]: can't assign; no space",
       LogTopic::pcie},
      {"pci 0000:01:00.0: BAR 1 [mem 0x4000000000-0x400007ffff 64bit]: assigned", LogTopic::other},
      {"mce: [Hardware Error]: Machine check events logged", LogTopic::memory},
      {"EDAC MC0: 1 CE memory read error on CPU_SrcID#0_MC#0_Chan#1_DIMM#0", LogTopic::memory},
      {"Out of memory: Killed process 4711 (train.py)", LogTopic::memory},
      {"nvme nvme0: I/O 12 QID 3 timeout, aborting", LogTopic::storage},
      {"ata3.00: failed command: READ FPDMA QUEUED", LogTopic::storage},
      {"EXT4-fs error (device sda1): ext4_lookup:1855", LogTopic::storage},
      {"md/raid1:md0: Disk failure on sdb1, disabling device.", LogTopic::storage},
      {"Kernel command line: root=UUID=1 modprobe.blacklist=nouveau nvidia-drm.modeset=1",
       LogTopic::other},
      {"atari: not a disk", LogTopic::other},
      {"usb 1-1: new device", LogTopic::other},
      {"", LogTopic::other}};
  for (const auto& [text, topic] : table) EXPECT_EQ(topic_of(text), topic) << text;
}

}  // namespace
}  // namespace gpuproof
