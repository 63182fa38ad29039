// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

constexpr const char* ring =
    "6,0,0,-;Linux version 6.1\n4,9,5000000,-;NVRM: Xid (PCI:0000:01:00): 79, x\n";
constexpr std::int64_t s = 1'000'000;

TestTree& booted(TestTree& tree) {
  return tree.file("/proc/uptime", "3600.00 7200.00\n")
      .file("/proc/stat", "cpu 1 2 3\nbtime 1796036400\n");  // 2026-11-30 11:00 UTC
}

TEST(KernelLogReader, reads_the_ring_up_to_the_time_of_the_recording) {
  TestTree tree;
  const auto log = booted(tree).answer("kmsg", ring).read("kernel_log").kernel_log;
  ASSERT_TRUE(log) << log.why();
  EXPECT_EQ(log->source, "kmsg");
  EXPECT_EQ(log->lines.size(), 1u);
  EXPECT_TRUE(log->covers_from_us.is(0));
  EXPECT_TRUE(log->covers_to_us.is(3600 * s));
}

TEST(KernelLogReader, an_overrun_is_told) {
  TestTree tree;
  const auto log =
      booted(tree).answer("kmsg", ring).answer("kmsg_overrun").read("kernel_log").kernel_log;
  EXPECT_TRUE(log->overrun);
}

TEST(KernelLogReader, no_log_at_all_is_unreadable_never_empty) {
  TestTree tree;
  EXPECT_TRUE(tree.read("kernel_log").kernel_log.is_unreadable());
  TestTree denied;
  denied
      .answer("unreadable.json",
              R"({"/dev/kmsg": "no permission for kmsg", "/var/log/*": "no permission for files"})")
      .file("/var/log/kern.log", "");
  const auto log = denied.read("kernel_log").kernel_log;
  ASSERT_TRUE(log.is_unreadable());
  EXPECT_NE(log.why().find("no permission for kmsg"), std::string::npos) << log.why();
  EXPECT_NE(log.why().find("no permission for files"), std::string::npos) << log.why();
}

TEST(KernelLogReader, falls_back_to_the_file_and_says_why) {
  TestTree tree;
  const auto log = booted(tree)
                       .answer("unreadable.json", R"({"/dev/kmsg": "no permission"})")
                       .file("/var/log/kern.log",
                             "Nov 30 11:00:01 h kernel: [    0.000000] Linux version 6.1\n"
                             "Nov 30 11:30:00 h kernel: [ 1800.000000] NVRM: x\n")
                       .read("kernel_log")
                       .kernel_log;
  ASSERT_TRUE(log) << log.why();
  EXPECT_EQ(log->source, "/var/log/kern.log");
  EXPECT_TRUE(log->covers_from_us.is(0));
  EXPECT_TRUE(log->covers_to_us.is(1800 * s)) << "a file speaks up to its last line only";
  EXPECT_EQ(log->notes, std::vector<std::string>{"no permission"});
}

TEST(KernelLogReader, joins_rotated_files_and_notes_packed_ones) {
  TestTree tree;
  const auto log =
      booted(tree)
          .answer("kmsg", ring)
          .file("/var/log/kern.log.1",
                "Nov 28 11:00:01 h kernel: [    0.000000] Linux version 6.1\n"
                "Nov 28 11:30:00 h kernel: [ 1800.000000] NVRM: old\n")
          .file("/var/log/kern.log", "Nov 30 11:00:01 h kernel: [ 0.000000] Linux version 6.1\n")
          .file("/var/log/kern.log.2.gz", "\x1f\x8b")
          .read("kernel_log")
          .kernel_log;
  ASSERT_TRUE(log);
  ASSERT_EQ(log->lines.size(), 2u);
  EXPECT_TRUE(log->lines[0].earlier_boot);
  EXPECT_EQ(log->source, "kmsg, /var/log/kern.log.1, /var/log/kern.log");
  EXPECT_EQ(log->notes, std::vector<std::string>{"/var/log/kern.log.2.gz: packed, not read"});
}

TEST(KernelLogReader, dates_of_an_unknown_zone_stay_unreadable) {
  TestTree tree;
  const auto log = booted(tree)
                       .file("/usr/share/zoneinfo/Asia/Shanghai", "TZif")
                       .link("/etc/localtime", "/usr/share/zoneinfo/Asia/Shanghai")
                       .file("/var/log/messages", "Nov 30 19:30:00 h kernel: NVRM: x\n")
                       .read("kernel_log")
                       .kernel_log;
  ASSERT_TRUE(log);
  ASSERT_EQ(log->lines.size(), 1u);
  EXPECT_TRUE(log->lines[0].wall_us.is_unreadable());
}

}  // namespace
}  // namespace gpuproof
