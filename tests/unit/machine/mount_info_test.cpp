// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/mount_info.h"

#include <gtest/gtest.h>

namespace gpuproof {
namespace {

TEST(MountInfo, reads_a_line_with_and_without_optional_fields) {
  const auto mounts = parse_mountinfo(
      "27 1 259:2 / / rw,relatime shared:1 master:2 - ext4 /dev/nvme0n1p2 rw,errors=remount-ro\n"
      "36 27 0:40 /sub /data rw - btrfs /dev/mapper/vg-data rw\n");
  ASSERT_EQ(mounts.size(), 2u);
  EXPECT_EQ(mounts[0].device, "259:2");
  EXPECT_EQ(mounts[0].type, "ext4");
  EXPECT_EQ(mounts[0].source, "/dev/nvme0n1p2");
  EXPECT_EQ(mounts[0].options, "rw,relatime,errors=remount-ro");
  EXPECT_EQ(mounts[1].mount, "/data");
}

TEST(MountInfo, takes_escapes_back) {
  EXPECT_EQ(unescape_mount("/mnt/my\\040disk\\134x\\011"), "/mnt/my disk\\x\t");
  EXPECT_EQ(unescape_mount("/a\\04 b\\999\\"), "/a\\04 b\\999\\");
  const auto mounts = parse_mountinfo("1 1 8:1 / /mnt/my\\040disk rw - ext4 /dev/sd\\040a rw");
  ASSERT_EQ(mounts.size(), 1u);
  EXPECT_EQ(mounts[0].mount, "/mnt/my disk");
  EXPECT_EQ(mounts[0].source, "/dev/sd a");
}

TEST(MountInfo, keeps_what_a_later_mount_does_not_cover) {
  const auto mounts = parse_mountinfo(
      "1 1 8:1 / / rw - ext4 /dev/sda1 rw\n2 1 0:5 / /dev/shm rw - tmpfs a rw\n"
      "3 2 0:6 / /dev/shm rw - tmpfs b rw\n");
  ASSERT_EQ(mounts.size(), 2u);
  EXPECT_EQ(mounts[1].source, "b");
}

TEST(MountInfo, leaves_out_malformed_lines) {
  EXPECT_TRUE(parse_mountinfo("").empty());
  EXPECT_TRUE(parse_mountinfo("\n-\n - \n1 2 3 4 5\n1 2 3 4 5 6 -\n1 2 3 4 5 6 - ext4\n").empty());
  EXPECT_TRUE(parse_mountinfo(std::string(64 << 10, 'x')).empty());
}

}  // namespace
}  // namespace gpuproof
