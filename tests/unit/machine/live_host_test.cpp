// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What holds on every Linux machine, whatever its hardware and rights.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "harness/base/text.h"
#include "harness/machine/host.h"
#include "harness/machine/live_files.h"
#include "harness/machine/nvme_admin.h"

namespace gpuproof {
namespace {

TEST(LiveHost, reads_proc_and_sys) {
  const auto host = live_host();
  EXPECT_FALSE(host->is_simulated());
  EXPECT_NE(host->read("/proc/cpuinfo")->find("processor"), std::string::npos);
  EXPECT_FALSE(host->list("/sys/devices/system/cpu")->empty());
  EXPECT_TRUE(host->read("/proc/no-such-file").is_absent());
  EXPECT_TRUE(host->read("/dev/null").is_unreadable());
  EXPECT_EQ(*host->resolve("/proc/self/.."), "/proc");
  EXPECT_TRUE(host->exists("/proc"));
  EXPECT_GT(host->stat_fs("/")->total_bytes, 0u);
}

TEST(LiveHost, knows_its_process) {
  const auto host = live_host();
  ASSERT_TRUE(host->affinity());
  EXPECT_FALSE(to_int_list(*host->affinity())->empty());
  EXPECT_GT(*host->limit("nofile"), 0u);
  EXPECT_THROW(host->limit("weight"), std::logic_error);
  EXPECT_FALSE(host->uname_release()->empty());
  EXPECT_GT(host->clock().boottime(), 0);
  // Where adjtimex is denied the fact is unreadable, never "synchronised".
  EXPECT_FALSE(host->clock_sync().is_absent());
}

TEST(LiveHost, gives_the_kernel_log_or_a_reason) {
  const auto log = live_host()->kernel_log();
  if (log)
    EXPECT_TRUE(log->source == "kmsg" || log->source == "klogctl");
  else
    EXPECT_FALSE(log.why().empty());
}

TEST(LiveHost, sends_drives_nothing_but_the_two_requests) {
  const auto host = live_host();
  EXPECT_THROW(host->ioctl_blob("/dev/nvme0", "nvme-format"), std::logic_error);
  EXPECT_TRUE(host->ioctl_blob("/dev/null", "nvme-smart").is_unreadable());
  EXPECT_TRUE(host->ioctl_blob("/dev/nvme-none", "nvme-smart").is_absent());
}

TEST(LiveFiles, names_path_cause_and_remedy) {
  EXPECT_TRUE(means_absent(ENOENT));
  EXPECT_FALSE(means_absent(ENODEV));
  EXPECT_NE(why_unreadable("/a", EACCES).find("/a: permission denied"), std::string::npos);
  EXPECT_NE(why_unreadable("/a", EIO).find("Input/output error"), std::string::npos);
}

TEST(LiveFiles, tells_a_user_what_root_could_read) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to become another user";
  const auto file = std::filesystem::temp_directory_path() / "gpuproof-root-only";
  std::ofstream(file) << "secret";
  std::filesystem::permissions(file, std::filesystem::perms::owner_read);
  ASSERT_EQ(::seteuid(65534), 0);
  const auto fact = read_bounded(file, file);
  ASSERT_EQ(::seteuid(0), 0);
  std::filesystem::remove(file);
  EXPECT_NE(fact.why().find("permission denied; run as root"), std::string::npos) << fact.why();
}

TEST(LiveFiles, creates_nothing) {
  const auto file = std::filesystem::temp_directory_path() / "gpuproof-never-created";
  EXPECT_TRUE(read_bounded(file, file).is_absent());
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace gpuproof
