// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The checks of the operating system.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/checks/healthy.h"

namespace gpuproof {
namespace {

using ::testing::HasSubstr;

Item support_item(const char* id, const char* version, const char* end = nullptr) {
  auto machine = healthy_machine();
  machine.software.os_id = id, machine.software.os_version = version;
  if (end) machine.software.os_support_end = end;
  return item_of("os/support", machine);
}

TEST(OsSupport, goes_by_the_day_of_the_snapshot) {
  EXPECT_EQ(support_item("debian", "12").outcome, Outcome::pass);
  EXPECT_EQ(support_item("debian", "11").outcome, Outcome::warn);
  EXPECT_EQ(support_item("ubuntu", "20.04").outcome, Outcome::warn);
  EXPECT_EQ(support_item("ubuntu", "24.04").outcome, Outcome::pass);
  EXPECT_EQ(support_item("rocky", "9.4").outcome, Outcome::pass);
  EXPECT_EQ(support_item("sles", "15.6").outcome, Outcome::warn);
  EXPECT_EQ(support_item("sles", "15.7").outcome, Outcome::pass);
}

TEST(OsSupport, trusts_the_word_of_the_system_first) {
  EXPECT_EQ(support_item("debian", "12", "2026-11-29").outcome, Outcome::warn);
  EXPECT_EQ(support_item("fedora", "44", "2026-11-30").outcome, Outcome::pass);
}

TEST(OsSupport, expects_nothing_of_what_it_does_not_know) {
  EXPECT_EQ(support_item("debian", "1").skip, SkipKind::no_expectation);
  EXPECT_EQ(support_item("gentoo", "2.15").skip, SkipKind::no_expectation);
}

TEST(OsUpgrades, matter_where_they_change_the_stack) {
  auto machine = healthy_machine();
  machine.software.pending_upgrades = std::vector<std::string>{"vim", "bash"};
  EXPECT_EQ(item_of("os/pending_upgrades", machine).outcome, Outcome::pass);
  (*machine.software.pending_upgrades).push_back("nvidia-driver-595");
  const auto item = item_of("os/pending_upgrades", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_EQ(item.observed, "1 of 3 pending packages");
}

TEST(OsUpgrades, warn_while_they_wait_or_come_by_themselves) {
  auto machine = healthy_machine();
  machine.software.reboot_required = true, machine.software.unattended_upgrades = true;
  EXPECT_EQ(item_of("os/reboot_required", machine).outcome, Outcome::warn);
  EXPECT_EQ(item_of("os/unattended_upgrades", machine).outcome, Outcome::warn);
}

TEST(OsKernelLogCoverage, warns_of_a_log_that_begins_late) {
  auto machine = healthy_machine();
  (*machine.kernel_log).covers_from_us = machine.header.boottime_us - 7'200'000'000;
  const auto item = item_of("os/kernel_log_coverage", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("of the last 2.0 hours"));
}

TEST(OsKernelLogCoverage, asks_only_for_the_run_where_there_is_one) {
  auto machine = healthy_machine();
  (*machine.kernel_log).covers_from_us = 5'000'000;
  const RunWindow late{.from_us = 6'000'000, .to_us = 7'000'000};
  EXPECT_EQ(item_of("os/kernel_log_coverage", machine, {.window = &late}).outcome, Outcome::pass);
  const RunWindow early{.from_us = 4'000'000, .to_us = 7'000'000};
  EXPECT_EQ(item_of("os/kernel_log_coverage", machine, {.window = &early}).outcome,
            Outcome::inconclusive);
  (*machine.kernel_log).overrun = true;
  EXPECT_EQ(item_of("os/kernel_log_coverage", machine, {.window = &late}).outcome,
            Outcome::inconclusive);
}

}  // namespace
}  // namespace gpuproof
