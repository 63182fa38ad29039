// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/target.h"

#include <gtest/gtest.h>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

TargetFacts on_nvme() {
  return {.path = "/data",
          .fs_type = 0x58465342,
          .fs_name = "xfs",
          .direct = DirectAlignment{4, 4096},
          .kernel_states_direct = true,
          .stack = {{"nvme0n1p1", "partition", "", {"nvme0n1"}}, {"nvme0n1", "disk"}}};
}

std::string reasons(const Target& target) { return join(target.reasons, "; "); }

TEST(Target, plain_file_system_on_a_drive_is_usable) {
  const Target target = vet_target(on_nvme());
  EXPECT_EQ(target.use, TargetUse::usable) << reasons(target);
  EXPECT_EQ(target.drive, "nvme0n1");
  EXPECT_EQ(target.drives, std::vector<std::string>{"nvme0n1"});
  EXPECT_EQ(target.alignment, 4096u);
}

// Field case: /dev/shm or /tmp in RAM named as the target.
TEST(Target, memory_file_systems_are_refused_even_where_they_accept_direct_io) {
  for (const std::uint64_t type : {0x01021994u, 0x858458f6u, 0x958458f6u}) {
    TargetFacts facts{.path = "/dev/shm", .fs_type = type, .direct = DirectAlignment{512, 512}};
    const Target target = vet_target(facts);
    EXPECT_EQ(target.use, TargetUse::refused);
    EXPECT_TRUE(contains(reasons(target), "is RAM, not a disk")) << reasons(target);
  }
}

TEST(Target, no_direct_io_is_refused) {
  auto facts = on_nvme();
  facts.direct = DirectAlignment{0, 0};
  EXPECT_EQ(vet_target(facts).use, TargetUse::refused);
  facts = on_nvme();
  facts.opens_direct = false;
  EXPECT_EQ(vet_target(facts).use, TargetUse::refused);
}

TEST(Target, silence_about_direct_io_is_labelled_on_kernels_that_would_tell) {
  auto facts = on_nvme();
  facts.direct.reset();
  EXPECT_EQ(vet_target(facts).use, TargetUse::labelled);
  facts.kernel_states_direct = false;  // before Linux 6.1 nobody could tell
  EXPECT_EQ(vet_target(facts).use, TargetUse::usable);
}

TEST(Target, what_caches_compresses_or_comes_over_a_network_is_labelled) {
  for (const std::uint64_t type : {0x6969u, 0xfe534d42u, 0x00c36400u, 0x65735546u, 0x2fc12fc1u}) {
    auto facts = on_nvme();
    facts.fs_type = type;
    EXPECT_EQ(vet_target(facts).use, TargetUse::labelled) << std::hex << type;
  }
  auto facts = on_nvme();
  facts.fs_type = 0x9123683e;
  EXPECT_EQ(vet_target(facts).use, TargetUse::usable);
  facts.mount_options = "rw,relatime,compress=zstd:3,ssd";
  EXPECT_EQ(vet_target(facts).use, TargetUse::labelled);
}

// Field case: an encrypted folder that reads faster than the plain one.
TEST(Target, encrypted_folder_and_dax_are_labelled) {
  auto facts = on_nvme();
  facts.encrypted = true;
  EXPECT_EQ(vet_target(facts).use, TargetUse::labelled);
  facts = on_nvme();
  facts.dax = true;
  EXPECT_EQ(vet_target(facts).use, TargetUse::labelled);
}

TEST(Target, overlay_counts_only_where_its_drive_is_known) {
  auto facts = on_nvme();
  facts.fs_type = 0x794c7630;
  EXPECT_EQ(vet_target(facts).use, TargetUse::usable);
  facts.stack.clear();
  EXPECT_EQ(vet_target(facts).use, TargetUse::labelled);
}

TEST(Target, a_file_system_without_a_device_below_is_never_judged) {
  auto facts = on_nvme();
  facts.stack.clear();
  EXPECT_EQ(vet_target(facts).use, TargetUse::labelled);
}

TEST(Target, block_devices_that_are_no_drives) {
  const auto use = [](StackDevice device) {
    auto facts = on_nvme();
    facts.stack = {std::move(device)};
    return vet_target(facts).use;
  };
  EXPECT_EQ(use({"zram0", "zram"}), TargetUse::refused);
  EXPECT_EQ(use({"ram0", "ram"}), TargetUse::refused);
  EXPECT_EQ(use({"nullb0", "null"}), TargetUse::refused);
  EXPECT_EQ(use({"loop0", "loop", "/image"}), TargetUse::labelled);
  EXPECT_EQ(use({"nvme3n1", "network", "tcp"}), TargetUse::labelled);
  EXPECT_EQ(use({"dm-0", "dm", "crypt"}), TargetUse::labelled);
  EXPECT_EQ(use({"dm-0", "dm", "cache"}), TargetUse::labelled);
  EXPECT_EQ(use({"dm-0", "dm", "unknown"}), TargetUse::labelled);
  EXPECT_EQ(use({"dm-0", "dm", "linear"}), TargetUse::usable);
  EXPECT_EQ(use({"dm-0", "dm", "thin"}), TargetUse::usable);
}

// Field case: an array judged as one drive. The label and the drives below keep them apart.
TEST(Target, array_is_named_as_the_array_with_its_members) {
  auto facts = on_nvme();
  facts.stack = {{"md0", "md", "raid0", {"nvme0n1", "nvme1n1"}},
                 {"nvme0n1", "disk", "", {}, true},
                 {"nvme1n1", "disk", "", {}, true}};
  const Target target = vet_target(facts);
  EXPECT_EQ(target.drive, "md0");
  EXPECT_EQ(target.drives.size(), 2u);
  EXPECT_FALSE(target.polled);
}

TEST(Target, names_of_unknown_types_stay_numbers) {
  EXPECT_EQ(fs_type_name(0x1234567), "file system type 0x1234567");
}

}  // namespace
}  // namespace gpuproof
