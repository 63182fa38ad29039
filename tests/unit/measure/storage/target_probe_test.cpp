// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/target_probe.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "tests/unit/measure/storage/temporary_folder.h"

namespace gpuproof {
namespace {

constexpr const char* table =
    "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw\n"
    "23 22 0:20 / /data\\040disk rw,noatime - xfs /dev/nvme0n1p1 rw,attr2\n"
    "24 22 0:21 / /data rw shared:3 master:1 - btrfs /dev/sda1 rw,compress=zstd\n"
    "25 22 0:22 / /data rw - overlay overlay rw,upperdir=/u,lowerdir=/l\n"
    "cut line\n";

TEST(TargetProbe, finds_the_longest_and_latest_mount) {
  EXPECT_EQ(find_mount(table, "/etc").type, "ext4");
  EXPECT_EQ(find_mount(table, "/data disk/x").type, "xfs");
  EXPECT_EQ(find_mount(table, "/data disk/x").source, "/dev/nvme0n1p1");
  EXPECT_EQ(find_mount(table, "/data/x").type, "overlay");
  EXPECT_TRUE(contains(find_mount(table, "/data/x").options, "upperdir=/u"));
  EXPECT_EQ(find_mount(table, "/database").type, "ext4");
  EXPECT_EQ(find_mount("", "/x").mount, "");
}

TEST(TargetProbe, shared_memory_is_refused_and_nothing_is_left_there) {
  const TemporaryFolder folder("/dev/shm");
  const Target target = vet_target(probe_folder(folder.path()));
  EXPECT_EQ(target.use, TargetUse::refused);
  EXPECT_TRUE(contains(target.reasons.front(), "is RAM, not a disk"));
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(TargetProbe, leaves_no_file_in_the_folder) {
  const TemporaryFolder folder;
  const auto facts = probe_folder(folder.path());
  EXPECT_FALSE(facts.fs_name.empty());
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(TargetProbe, names_what_is_wrong_with_a_folder) {
  const auto message = [](const std::string& path) -> std::string {
    try {
      probe_folder(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_TRUE(contains(message("/no/such/folder"), "No such file")) << message("/no/such/folder");
  EXPECT_TRUE(contains(message("/proc"), "no test file can be made here"));
}

TEST(TargetProbe, a_raw_target_must_be_a_block_device) {
  const TemporaryFolder folder;
  EXPECT_THROW(probe_raw_device(folder.path()), InputError);
  EXPECT_THROW(probe_raw_device("/dev/null"), InputError);
  EXPECT_THROW(probe_raw_device("/dev/no-such-device"), InputError);
}

}  // namespace
}  // namespace gpuproof
