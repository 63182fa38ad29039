// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "harness/machine/nvidia_version.h"
#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

TEST(NvidiaVersion, reads_both_forms_of_the_module_line) {
  const auto closed = parse_nvidia_module(
      "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.90.07  Thu May 30 08:00:00 UTC 2024\n"
      "GCC version:  gcc version 13.2.0 (Ubuntu 13.2.0-23ubuntu4)\n");
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->version, "550.90.07");
  EXPECT_FALSE(closed->is_open);
  const auto open = parse_nvidia_module(
      "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.124.06  Release Build  (a@b)");
  ASSERT_TRUE(open);
  EXPECT_EQ(open->version, "570.124.06");
  EXPECT_TRUE(open->is_open);
  for (const auto* text : {"", "NVRM version:", "NVRM version: NVIDIA Kernel Module", "GCC 13.2.0"})
    EXPECT_FALSE(parse_nvidia_module(text)) << text;
}

TEST(NvidiaVersion, a_library_name_without_version_has_none) {
  EXPECT_EQ(library_version("libnvidia-ml.so.570.124.06"), "570.124.06");
  EXPECT_FALSE(library_version("libnvidia-ml.so.1"));
  EXPECT_FALSE(library_version("libnvidia-ml.so"));
  EXPECT_FALSE(library_version("libnvidia-ml.so.5x.1"));
}

TEST(NvidiaDriver, takes_the_library_that_the_link_names) {
  TestTree tree;
  const std::string folder = "/usr/lib/x86_64-linux-gnu/";
  tree.file(folder + "libnvidia-ml.so.550.90.07", "")
      .file(folder + "libnvidia-ml.so.570.124.06", "")
      .link(folder + "libnvidia-ml.so.1", "libnvidia-ml.so.570.124.06");
  EXPECT_TRUE(tree.read("nvidia_driver").software.nvidia_library_version.is("570.124.06"));
}

TEST(NvidiaDriver, follows_the_folders_of_the_loader) {
  TestTree tree;
  EXPECT_TRUE(tree.read("nvidia_driver").software.nvidia_library_version.is_absent());
  tree.file("/etc/ld.so.conf.d/nvidia.conf", "# x\n/opt/nvidia/lib\n")
      .file("/opt/nvidia/lib/libnvidia-ml.so.580.1.2", "");
  EXPECT_TRUE(tree.read("nvidia_driver").software.nvidia_library_version.is("580.1.2"));
}

TEST(NvidiaDriver, lists_kernels_that_have_the_module) {
  TestTree tree;
  EXPECT_TRUE(tree.read("nvidia_driver").software.nvidia_module_kernels.is_absent());
  for (const auto* file :
       {"6.1.0-1/updates/dkms/nvidia.ko.xz", "6.1.0-2/kernel/nvidia-550srv/nvidia.ko",
        "6.1.0-3/extra/nvidia/nvidia.ko.zst", "6.1.0-4/kernel/drivers/video/nvidia.ko",
        "6.1.0-5/kernel/drivers/video/fbdev/nvidia/nvidiafb.ko"})
    tree.file(std::string("/lib/modules/") + file, "")
        .file(std::string("/lib/modules/") + std::string(file).substr(0, 7) + "/modules.dep", "");
  EXPECT_EQ(*tree.read("nvidia_driver").software.nvidia_module_kernels,
            (std::vector<std::string>{"6.1.0-1", "6.1.0-2", "6.1.0-3", "6.1.0-4"}));
}

TEST(NvidiaDriver, finds_nouveau_switched_off) {
  const auto off = [](const char* path, const char* text) {
    TestTree tree;
    tree.file(path, text);
    return *tree.read("nvidia_driver").software.nouveau_blacklisted;
  };
  EXPECT_TRUE(off("/etc/modprobe.d/a.conf", "# x\nblacklist nouveau\n"));
  EXPECT_TRUE(off("/usr/lib/modprobe.d/a.conf", "install nouveau /bin/false\n"));
  EXPECT_TRUE(off("/proc/cmdline", "quiet modprobe.blacklist=nova_core,nouveau\n"));
  EXPECT_FALSE(off("/etc/modprobe.d/a.conf", "#blacklist nouveau\n"));
  EXPECT_FALSE(off("/etc/modprobe.d/a.conf.disabled", "blacklist nouveau\n"));
  EXPECT_FALSE(off("/proc/cmdline", "quiet nouveau.modeset=1\n"));
}

TEST(NvidiaDriver, services_are_known_only_where_all_processes_are_visible) {
  TestTree tree;
  tree.file("/proc/1/comm", "bash\n").file("/proc/77/comm", "nvidia-persiste\n");
  const auto partly = tree.read("nvidia_driver").software;
  EXPECT_TRUE(partly.persistenced_running.is(true));
  EXPECT_TRUE(partly.fabric_manager_running.is_unreadable());
  tree.file("/proc/2/comm", "kthreadd\n");
  EXPECT_TRUE(tree.read("nvidia_driver").software.fabric_manager_running.is(false));
}

TEST(NvidiaDriver, a_version_file_without_version_is_unreadable) {
  TestTree tree;
  tree.file("/proc/driver/nvidia/version", "garbage\x1b[0m\n");
  const auto software = tree.read("nvidia_driver").software;
  EXPECT_TRUE(software.nvidia_module_version.is_unreadable());
  EXPECT_TRUE(software.nvidia_module_flavour.is_unreadable());
}

}  // namespace
}  // namespace gpuproof
