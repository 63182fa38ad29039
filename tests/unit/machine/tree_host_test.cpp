// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "harness/base/error.h"
#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

TEST(TreeHost, serves_files_and_tells_absent_from_unreadable) {
  TestTree tree;
  tree.file("/etc/hostname", "box\n").folder("/sys/empty");
  const auto host = tree.host();
  EXPECT_EQ(*host->read("/etc/hostname"), "box\n");
  EXPECT_EQ(*host->read_line("/etc/hostname"), "box");
  EXPECT_TRUE(host->read("/etc/nothing").is_absent());
  EXPECT_TRUE(host->read("/etc/hostname/below").is_absent());
  EXPECT_TRUE(host->read("/sys/empty").is_unreadable());
  EXPECT_TRUE(host->list("/sys/empty")->empty());
  EXPECT_TRUE(host->list("/sys/none").is_absent());
  EXPECT_TRUE(host->is_simulated());
  EXPECT_FALSE(host->is_root());
}

TEST(TreeHost, hides_its_own_answers) {
  TestTree tree;
  tree.file("/etc/hostname", "box").answer("root");
  EXPECT_EQ(*tree.host()->list("/"), std::vector<std::string>{"etc"});
  EXPECT_TRUE(tree.host()->is_root());
}

TEST(TreeHost, resolves_links_inside_the_tree_only) {
  TestTree tree;
  tree.file("/sys/devices/a/value", "1")
      .link("/sys/bus/a", "../devices/a")
      .link("/sys/absolute", "/sys/devices/a")
      .link("/sys/out", "../../../../../../../../etc/passwd")
      .link("/sys/host", "/etc/passwd")
      .link("/sys/dangling", "nowhere");
  const auto host = tree.host();
  EXPECT_EQ(*host->resolve("/sys/bus/a"), "/sys/devices/a");
  EXPECT_EQ(*host->read("/sys/absolute/value"), "1");
  EXPECT_EQ(*host->read("/sys/bus/../absolute/./value"), "1");
  // The real machine has /etc/passwd; the tree has not.
  EXPECT_TRUE(host->read("/sys/out").is_absent());
  EXPECT_TRUE(host->read("/sys/host").is_absent());
  EXPECT_TRUE(host->read("/../../../../../../etc/passwd").is_absent());
  EXPECT_TRUE(host->resolve("/sys/dangling").is_absent());
  EXPECT_FALSE(host->exists("/sys/dangling"));
  EXPECT_TRUE(host->exists("/sys/bus/a"));
}

TEST(TreeHost, ends_a_loop_of_links) {
  TestTree tree;
  tree.link("/a", "b").link("/b", "a");
  EXPECT_TRUE(tree.host()->read("/a").is_unreadable());
  EXPECT_TRUE(tree.host()->list("/a").is_unreadable());
}

TEST(TreeHost, does_not_wait_for_a_pipe) {
  TestTree tree;
  ASSERT_EQ(::mkfifo((tree.dir() / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(tree.host()->read("/pipe").is_unreadable());
}

TEST(TreeHost, refuses_a_file_beyond_the_limit) {
  TestTree tree;
  tree.file("/big", std::string((16u << 20) + 1, 'x')).file("/full", std::string(16u << 20, 'x'));
  EXPECT_NE(tree.host()->read("/big").why().find("16 MiB"), std::string::npos);
  EXPECT_EQ(tree.host()->read("/full")->size(), 16u << 20);
}

TEST(TreeHost, reads_the_end_of_a_log_from_the_start_of_a_line) {
  TestTree tree;
  tree.file("/log", "first\nsecond\nthird\n");
  const auto host = tree.host();
  EXPECT_EQ(*host->read_end("/log", 9), "third\n");
  EXPECT_EQ(*host->read_end("/log", 1000), "first\nsecond\nthird\n");
  EXPECT_EQ(*host->read_end("/log", 2), "");
  EXPECT_TRUE(host->read_end("/none", 9).is_absent());
}

TEST(TreeHost, answers_from_the_folder_of_answers) {
  TestTree tree;
  tree.answer("statfs.json",
              R"({"/dev/shm": {"type": 16914836, "total_bytes": 8, "free_bytes": 4}})")
      .answer("ioctl/dev/nvme0/nvme-smart.bin", std::string("\0\1\2", 3))
      .answer("kmsg", "6,1,5,-;hello\n")
      .answer("affinity", "0-7\n")
      .answer("limits.json", R"({"memlock": 18446744073709551615, "nofile": 1024})")
      .answer("clock.json", R"({"synchronised": true, "error_us": 120.5})")
      .answer("uname", "6.1.0-28-amd64\n")
      .answer("cpuid_vendor", "KVMKVMKVM\n");
  const auto host = tree.host();
  EXPECT_EQ(host->stat_fs("/dev/shm")->free_bytes, 4u);
  EXPECT_TRUE(host->stat_fs("/home").is_absent());
  EXPECT_EQ(host->ioctl_blob("/dev/nvme0", "nvme-smart")->size(), 3u);
  EXPECT_TRUE(host->ioctl_blob("/dev/nvme0", "nvme-identify").is_absent());
  EXPECT_EQ(host->kernel_log()->text, "6,1,5,-;hello\n");
  EXPECT_FALSE(host->kernel_log()->overrun);
  EXPECT_EQ(*host->affinity(), "0-7");
  EXPECT_EQ(*host->limit("memlock"), ~std::uint64_t{0});
  EXPECT_TRUE(host->clock_sync()->synchronised);
  EXPECT_EQ(*host->uname_release(), "6.1.0-28-amd64");
  EXPECT_EQ(*host->cpuid_vendor(), "KVMKVMKVM");
}

TEST(TreeHost, leaves_every_missing_answer_absent) {
  const TestTree tree;
  const auto host = tree.host();
  EXPECT_TRUE(host->stat_fs("/").is_absent());
  EXPECT_TRUE(host->ioctl_blob("/dev/nvme0", "nvme-smart").is_absent());
  EXPECT_TRUE(host->kernel_log().is_absent());
  EXPECT_TRUE(host->affinity().is_absent());
  EXPECT_TRUE(host->limit("memlock").is_absent());
  EXPECT_TRUE(host->clock_sync().is_absent());
  EXPECT_TRUE(host->uname_release().is_absent());
  EXPECT_TRUE(host->cpuid_vendor().is_absent());
}

TEST(TreeHost, repeats_recorded_refusals) {
  TestTree tree;
  tree.file("/sys/devices/x/config", "bytes")
      .link("/sys/bus/x", "../devices/x")
      .answer("kmsg", "6,1,5,-;hello\n")
      .answer("unreadable.json", R"({"/sys/devices/*/config": "no root", "/dev/kmsg": "denied",
                                     "/gone": "I/O error", "clock": "not permitted"})");
  const auto host = tree.host();
  EXPECT_EQ(host->read("/sys/devices/x/config").why(), "no root");
  EXPECT_EQ(host->read("/sys/bus/x/config").why(), "no root");
  EXPECT_EQ(host->read("/gone").why(), "I/O error");
  EXPECT_EQ(host->kernel_log().why(), "denied");
  EXPECT_EQ(host->clock_sync().why(), "not permitted");
}

TEST(TreeHost, names_a_broken_answer_and_a_missing_folder) {
  TestTree tree;
  tree.answer("limits.json", "{\"memlock\": -1}");
  EXPECT_THROW(tree.host(), InputError);
  EXPECT_THROW(tree_host(tree.dir() / "none"), InputError);
}

TEST(Host, reads_numbers_strictly) {
  TestTree tree;
  tree.file("/int", "-1\n").file("/hex", "0x10de\n").file("/comma", "1,5\n").file("/empty", "");
  const auto host = tree.host();
  EXPECT_EQ(*host->read_int("/int"), -1);
  EXPECT_EQ(*host->read_hex("/hex"), 0x10deu);
  EXPECT_TRUE(host->read_int("/comma").is_unreadable());
  EXPECT_TRUE(host->read_int("/empty").is_unreadable());
  EXPECT_TRUE(host->read_int("/none").is_absent());
}

}  // namespace
}  // namespace gpuproof
