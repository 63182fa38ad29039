// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "harness/machine/kernel_release.h"
#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

TEST(KernelRelease, compares_numbers_as_numbers) {
  EXPECT_TRUE(is_older_release("6.8.0-45-generic", "6.8.0-100-generic"));
  EXPECT_FALSE(is_older_release("6.8.0-100-generic", "6.8.0-45-generic"));
  EXPECT_TRUE(is_older_release("6.9.0-rc1", "6.9.0"));
  EXPECT_TRUE(is_older_release("6.9.0-rc1", "6.9.0-1"));
  EXPECT_TRUE(is_older_release("6.1.0-28-amd64", "6.1.0-28-amd64-x"));
  EXPECT_TRUE(is_older_release("5.14.0-427.el9", "5.14.0-503.el9"));
  EXPECT_FALSE(is_older_release("6.1.0", "6.1.0"));
  EXPECT_FALSE(is_older_release("", ""));
  EXPECT_TRUE(is_older_release("6.1.0", "6.99999999999999999999999.0"));
}

TEST(Kernel, names_the_newest_installed_release) {
  TestTree tree;
  tree.file("/usr/lib/modules/6.8.0-9-generic/modules.dep", "")
      .file("/usr/lib/modules/6.8.0-10-generic/modules.dep", "")
      .folder("/usr/lib/modules/7.0.0-removed/updates")
      .link("/lib", "usr/lib");
  const auto kernel = tree.read("kernel").kernel;
  EXPECT_TRUE(kernel.newest_installed.is("6.8.0-10-generic"));
  EXPECT_EQ(kernel.installed->size(), 2u);
}

TEST(Kernel, counts_iommu_groups_and_their_types) {
  TestTree none;
  EXPECT_TRUE(none.read("kernel").kernel.iommu_groups.is_absent());
  none.folder("/sys/kernel/iommu_groups");
  EXPECT_TRUE(none.read("kernel").kernel.iommu_groups.is(0));
  TestTree tree;
  tree.files("/sys/kernel/iommu_groups/0", {{"type", "DMA-FQ"}})
      .files("/sys/kernel/iommu_groups/1", {{"type", "identity"}})
      .files("/sys/kernel/iommu_groups/2", {{"type", "DMA-FQ"}});
  const auto kernel = tree.read("kernel").kernel;
  EXPECT_TRUE(kernel.iommu_groups.is(3));
  EXPECT_TRUE(kernel.iommu_default_domain.is("DMA-FQ, identity"));
}

TEST(Kernel, reads_secure_boot_from_the_variable) {
  constexpr const char* variable =
      "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";
  TestTree hidden;
  EXPECT_TRUE(hidden.read("kernel").kernel.secure_boot.is_unreadable());
  TestTree bios;
  bios.folder("/sys/firmware/acpi");
  EXPECT_TRUE(bios.read("kernel").kernel.secure_boot.is(false));
  TestTree efi;
  efi.folder("/sys/firmware/efi");
  EXPECT_TRUE(efi.read("kernel").kernel.secure_boot.is_unreadable());
  efi.file(variable, std::string("\x06\0\0\0\x01", 5));
  EXPECT_TRUE(efi.read("kernel").kernel.secure_boot.is(true));
  efi.file(variable, std::string("\x06\0\0\0\0", 5));
  EXPECT_TRUE(efi.read("kernel").kernel.secure_boot.is(false));
  efi.file(variable, "");
  EXPECT_TRUE(efi.read("kernel").kernel.secure_boot.is_unreadable());
}

TEST(Kernel, reads_choices_clock_and_sysctl) {
  TestTree tree;
  tree.file("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n")
      .file("/proc/cmdline", "quiet iommu=pt\n")
      .files("/proc/sys/vm", {{"swappiness", "10"}})
      .files("/proc/sys/net/ipv4", {{"tcp_rmem", "4096\t131072\t6291456"}})
      .answer("uname", "6.8.0-45-generic")
      .answer("clock.json", R"({"synchronised": false, "error_us": 16000000.0})");
  const auto kernel = tree.read("kernel").kernel;
  EXPECT_TRUE(kernel.lockdown.is("integrity"));
  EXPECT_TRUE(kernel.command_line.is("quiet iommu=pt"));
  EXPECT_TRUE(kernel.release.is("6.8.0-45-generic"));
  EXPECT_TRUE(kernel.clock_synchronised.is(false));
  EXPECT_EQ(kernel.sysctl->at("vm.swappiness"), "10");
  EXPECT_EQ(kernel.sysctl->at("net.ipv4.tcp_rmem"), "4096 131072 6291456");
  EXPECT_EQ(kernel.sysctl->count("vm.dirty_ratio"), 0u);
}

}  // namespace
}  // namespace gpuproof
