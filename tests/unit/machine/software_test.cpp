// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

TEST(Software, reads_the_release_of_the_system) {
  TestTree tree;
  tree.file("/usr/lib/os-release",
            "ID=fedora\nVERSION_ID=41\nPRETTY_NAME=\"Fedora Linux 41\"\nSUPPORT_END=2025-11-19\n");
  const auto software = tree.read("software").software;
  EXPECT_TRUE(software.os_id.is("fedora"));
  EXPECT_TRUE(software.os_version.is("41"));
  EXPECT_TRUE(software.os_pretty_name.is("Fedora Linux 41"));
  EXPECT_TRUE(software.os_support_end.is("2025-11-19"));
  EXPECT_TRUE(TestTree().read("software").software.os_id.is_absent());
}

TEST(Software, keeps_the_modules_that_matter) {
  TestTree tree;
  tree.file("/proc/modules",
            "nvidia_uvm 4931584 0 - Live 0x0\nnvidia 54304768 2 nvidia_uvm, Live 0x0\n"
            "snd_hda_intel 1 0 - Live 0x0\nskx_edac 1 0 - Live 0x0\n\n")
      .file("/sys/module/nvidia/version", "570.124.06\n");
  const auto modules = tree.read("software").software.modules;
  ASSERT_TRUE(modules);
  ASSERT_EQ(modules->size(), 3u);
  EXPECT_EQ((*modules)[0].name, "nvidia");
  EXPECT_TRUE((*modules)[0].version.is("570.124.06"));
  EXPECT_EQ((*modules)[2].name, "skx_edac");
}

TEST(Software, restart_pending_is_known_on_debian_only) {
  TestTree tree;
  EXPECT_TRUE(tree.read("software").software.reboot_required.is_absent());
  tree.file("/var/lib/dpkg/status", "");
  EXPECT_TRUE(tree.read("software").software.reboot_required.is(false));
  tree.file("/run/reboot-required", "");
  EXPECT_TRUE(tree.read("software").software.reboot_required.is(true));
}

TEST(Software, unattended_upgrades_by_the_last_word) {
  TestTree tree;
  EXPECT_TRUE(tree.read("software").software.unattended_upgrades.is_absent());
  tree.file("/var/lib/dpkg/status", "");
  EXPECT_TRUE(tree.read("software").software.unattended_upgrades.is(false));
  tree.file(
      "/etc/apt/apt.conf.d/20auto-upgrades",
      "APT::Periodic::Update-Package-Lists \"1\";\nAPT::Periodic::Unattended-Upgrade \"1\";\n");
  EXPECT_TRUE(tree.read("software").software.unattended_upgrades.is(true));
  tree.file("/etc/apt/apt.conf.d/99off",
            "// APT::Periodic::Unattended-Upgrade \"1\";\n"
            "APT::Periodic::Unattended-Upgrade \"0\";\n");
  EXPECT_TRUE(tree.read("software").software.unattended_upgrades.is(false));
}

constexpr const char* status =
    "Package: nvidia-driver-570\nStatus: install ok installed\nVersion: 570.124.04-1\n\n"
    "Package: nvidia-fabricmanager-570\nStatus: install ok installed\nVersion: 1:570.124.04-1\n\n"
    "Package: vim\nStatus: install ok installed\nVersion: 1-1\n";

TEST(Upgrades, names_packages_that_matter) {
  TestTree tree;
  tree.file("/var/lib/dpkg/status", status)
      .file("/var/lib/apt/lists/repo_dists_x_Packages",
            "Package: nvidia-driver-570\nVersion: 570.124.06-1\n\nPackage: vim\nVersion: 2-1\n");
  const auto software = tree.read("upgrades").software;
  EXPECT_EQ(*software.pending_upgrades,
            std::vector<std::string>{"nvidia-driver-570 570.124.04-1 -> 570.124.06-1"});
  EXPECT_TRUE(software.fabric_manager_version.is("570.124.04"));
}

TEST(Upgrades, none_is_claimed_only_where_all_lists_were_read) {
  TestTree tree;
  EXPECT_TRUE(tree.read("upgrades").software.pending_upgrades.is_absent());
  tree.file("/var/lib/dpkg/status", status);
  EXPECT_TRUE(tree.read("upgrades").software.pending_upgrades.is_unreadable());
  tree.file("/var/lib/apt/lists/repo_a_Packages", "Package: vim\nVersion: 2-1\n");
  EXPECT_TRUE(tree.read("upgrades").software.pending_upgrades->empty());
  tree.file("/var/lib/apt/lists/repo_b_Packages.lz4", "\x04");
  EXPECT_TRUE(tree.read("upgrades").software.pending_upgrades.is_unreadable());
  tree.file("/var/lib/update-notifier/updates-available",
            "\n12 updates can be applied immediately.\n3 of these updates are security updates.\n");
  EXPECT_EQ(*tree.read("upgrades").software.pending_upgrades,
            std::vector<std::string>{"12 updates can be applied immediately."});
}

}  // namespace
}  // namespace gpuproof
