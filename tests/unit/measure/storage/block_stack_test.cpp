// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/block_stack.h"

#include <gtest/gtest.h>

#include "tests/unit/measure/storage/fake_sys.h"

namespace gpuproof {
namespace {

using Names = std::vector<std::string>;

TEST(BlockStack, partition_leads_to_its_drive) {
  FakeSys sys;
  sys.drive("nvme0n1", "259:0", true);
  sys.partition("nvme0n1p2", "nvme0n1", "259:2");
  const auto stack = read_block_stack("259:2", sys.root());
  ASSERT_EQ(stack.size(), 2u);
  EXPECT_EQ(stack[0].kind, "partition");
  EXPECT_TRUE(stack[1].polled);
  EXPECT_EQ(drives_of(stack), Names{"nvme0n1"});
  EXPECT_EQ(drive_label(stack), "nvme0n1");
}

TEST(BlockStack, array_on_partitions_keeps_its_name_and_lists_every_drive) {
  FakeSys sys;
  for (const std::string n : {"0", "1"}) {
    sys.drive("nvme" + n + "n1", "259:" + n);
    sys.partition("nvme" + n + "n1p1", "nvme" + n + "n1", "259:1" + n);
  }
  sys.stacked("md0", "9:0", {"nvme0n1p1", "nvme1n1p1"});
  sys.write("md0/md/level", "raid0\n");
  const auto stack = read_block_stack("9:0", sys.root());
  EXPECT_EQ(drives_of(stack), (Names{"nvme0n1", "nvme1n1"}));
  EXPECT_EQ(drive_label(stack), "md0");
  EXPECT_EQ(stack.front().detail, "raid0");
}

TEST(BlockStack, a_one_legged_array_is_still_the_array) {
  FakeSys sys;
  sys.drive("sda", "8:0");
  sys.stacked("md1", "9:1", {"sda"});
  sys.write("md1/md/level", "raid1\n");
  EXPECT_EQ(drive_label(read_block_stack("9:1", sys.root())), "md1");
}

TEST(BlockStack, mapper_types_come_from_the_uuids) {
  FakeSys sys;
  sys.drive("sda", "8:0");
  sys.stacked("dm-0", "253:0", {"sda"});
  sys.write("dm-0/dm/uuid", "CRYPT-LUKS2-00c0ffee-luks\n");
  sys.stacked("dm-1", "253:1", {"dm-0"});
  sys.write("dm-1/dm/uuid", "LVM-abcdef\n");
  sys.stacked("dm-2", "253:2", {"sda"});
  sys.write("dm-2/dm/uuid", "LVM-abcdef-cdata\n");
  sys.stacked("dm-3", "253:3", {"dm-2"});
  sys.write("dm-3/dm/uuid", "LVM-fedcba\n");
  const auto stack = read_block_stack("253:1", sys.root());
  ASSERT_EQ(stack.size(), 3u);
  EXPECT_EQ(stack[0].detail, "linear");
  EXPECT_EQ(stack[1].detail, "crypt");
  EXPECT_EQ(drive_label(stack), "sda");
  EXPECT_EQ(read_block_stack("253:3", sys.root())[0].detail, "cache");
}

TEST(BlockStack, loop_names_its_file_and_fabrics_their_transport) {
  FakeSys sys;
  sys.drive("loop0", "7:0");
  sys.write("loop0/loop/backing_file", "/var/image\n");
  sys.drive("nvme1n1", "259:1");
  sys.write("nvme1n1/device/nvme1/transport", "tcp\n");
  sys.drive("nvme2n1", "259:2");
  sys.write("nvme2n1/device/transport", "pcie\n");
  EXPECT_EQ(read_block_stack("7:0", sys.root())[0].kind, "loop");
  EXPECT_EQ(read_block_stack("7:0", sys.root())[0].detail, "/var/image");
  EXPECT_EQ(read_block_stack("259:1", sys.root())[0].kind, "network");
  EXPECT_EQ(read_block_stack("259:2", sys.root())[0].kind, "disk");
}

TEST(BlockStack, an_unknown_device_or_a_circle_ends) {
  FakeSys sys;
  EXPECT_TRUE(read_block_stack("1:1", sys.root()).empty());
  EXPECT_EQ(drive_label({}), "unknown");
  sys.stacked("dm-0", "253:0", {"dm-1"});
  sys.stacked("dm-1", "253:1", {"dm-0"});
  const auto stack = read_block_stack("253:0", sys.root());
  EXPECT_EQ(stack.size(), 2u);
  EXPECT_TRUE(drives_of(stack).empty());
}

}  // namespace
}  // namespace gpuproof
