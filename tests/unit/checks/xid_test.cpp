// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Xid lines: what counts inside the run, what before it, and what is only recorded.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/checks/kernel_log/xid_table.h"
#include "tests/unit/checks/gpu_machine.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

constexpr std::int64_t second = 1'000'000;

RunWindow window_of(std::int64_t from_s, std::int64_t to_s) {
  return {.from_us = from_s * second, .to_us = to_s * second};
}

Item xid_of(const Snapshot& s, const RunWindow& window, const std::string& key = "gpu/xid{gpu=0}") {
  return item_with(items_of("gpu/xid", s, {.window = &window}), key);
}

TEST(XidTable, knows_grades_and_unknown_numbers) {
  EXPECT_EQ(xid_meaning(79).grade, XidGrade::fail);
  EXPECT_EQ(xid_meaning(31).grade, XidGrade::application);
  EXPECT_EQ(xid_meaning(63).grade, XidGrade::warn);
  EXPECT_EQ(xid_meaning(154).grade, XidGrade::record);
  EXPECT_EQ(xid_meaning(999).grade, XidGrade::unknown);
  for (int code = 1; code <= 172; ++code)
    if (xid_meaning(code).grade != XidGrade::unknown) {
      EXPECT_FALSE(xid_meaning(code).meaning.empty()) << code;
      EXPECT_FALSE(xid_meaning(code).action.empty()) << code;
    }
}

TEST(GpuXid, any_xid_of_the_run_fails) {
  for (const int code : {13, 31, 45, 63, 74, 79, 94, 119, 999}) {
    auto s = gpu_machine(2);
    log_line(s, "NVRM: Xid (PCI:0000:c1:00): " + std::to_string(code) + ", pid=77, name=a, x",
             2000);
    const auto window = window_of(1500, 2500);
    EXPECT_EQ(xid_of(s, window).outcome, Outcome::fail) << code;
    EXPECT_EQ(xid_of(s, window, "gpu/xid{gpu=1}").outcome, Outcome::pass) << code;
  }
}

TEST(GpuXid, a_second_before_the_run_is_not_in_it) {
  auto s = gpu_machine();
  log_line(s, "NVRM: Xid (PCI:0000:c1:00): 31, pid=77, name=a, x", 1499);
  const auto window = window_of(1500, 2500);
  EXPECT_EQ(xid_of(s, window).outcome, Outcome::pass);
  EXPECT_EQ(item_with(items_of("kernel_log/xid", s, {.window = &window}), "kernel_log/xid{gpu=0}")
                .outcome,
            Outcome::warn);
}

TEST(GpuXid, our_own_endings_and_notes_do_not_count) {
  auto s = gpu_machine();
  log_line(s, "NVRM: Xid (PCI:0000:c1:00): 45, pid=500, name=gpuproof, Ch 00000008", 2000);
  log_line(s,
           "NVRM: Xid (PCI:0000:c1:00): 154, GPU recovery action changed from 0x1 (GPU Reset "
           "Required) to 0x0 (None)",
           2001);
  auto window = window_of(1500, 2500);
  window.own_pids = window.ended_pids = {500};
  EXPECT_EQ(xid_of(s, window).outcome, Outcome::pass);
  window.ended_pids = {};
  EXPECT_EQ(xid_of(s, window).outcome, Outcome::fail) << "45 of a process that nobody ended";
}

TEST(GpuXid, a_log_that_misses_part_of_the_run_proves_nothing) {
  const auto window = window_of(1500, 2500);
  auto late = gpu_machine();
  late.kernel_log = KernelLog{.source = "kmsg"};
  EXPECT_EQ(xid_of(late, window).outcome, Outcome::inconclusive) << "no word about coverage";
  (*late.kernel_log).covers_from_us = 1600 * second;
  (*late.kernel_log).covers_to_us = 3000 * second;
  EXPECT_EQ(xid_of(late, window).outcome, Outcome::inconclusive);
  (*late.kernel_log).covers_from_us = 0;
  EXPECT_EQ(xid_of(late, window).outcome, Outcome::pass);
  (*late.kernel_log).overrun = true;
  EXPECT_EQ(xid_of(late, window).outcome, Outcome::inconclusive);
  (*late.kernel_log).overrun = false;
  (*late.kernel_log).dropped = 3;
  EXPECT_EQ(xid_of(late, window).outcome, Outcome::inconclusive);
}

TEST(GpuXid, an_xid_is_found_even_in_a_log_with_gaps) {
  auto s = gpu_machine();
  (*s.kernel_log).overrun = true;
  log_line(s, "NVRM: Xid (PCI:0000:c1:00): 79, GPU has fallen off the bus.", 2000);
  EXPECT_EQ(xid_of(s, window_of(1500, 2500)).outcome, Outcome::fail);
}

TEST(GpuXid, an_unreadable_log_is_no_pass) {
  auto s = gpu_machine();
  s.kernel_log = Fact<KernelLog>::unreadable("operation not permitted");
  const auto window = window_of(1500, 2500);
  EXPECT_EQ(item_of("gpu/xid", s, {.window = &window}).skip, SkipKind::not_observable);
  EXPECT_EQ(item_of("kernel_log/xid", s).skip, SkipKind::not_observable);
  s.kernel_log = {};
  EXPECT_EQ(item_of("gpu/xid", s, {.window = &window}).skip, SkipKind::not_observable);
}

TEST(GpuXid, gpus_that_were_not_chosen_do_not_fail_the_run) {
  auto s = gpu_machine(2);
  log_line(s, "NVRM: Xid (PCI:0000:c2:00): 31, pid=9, name=train.py, x", 2000);
  const auto window = window_of(1500, 2500);
  const auto items = items_of("gpu/xid", s, {.window = &window, .gpus = {gpu_address(0)}});
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items[0].outcome, Outcome::pass);
}

TEST(GpuXid, a_line_without_time_cannot_be_excused) {
  auto s = gpu_machine();
  (*s.kernel_log).lines.push_back({.text = "NVRM: Xid (PCI:0000:c1:00): 48, pid=9, x"});
  EXPECT_EQ(xid_of(s, window_of(1500, 2500)).outcome, Outcome::fail);
}

TEST(GpuXid, a_cut_line_is_inconclusive) {
  auto s = gpu_machine();
  log_line(s, "NVRM: Xid (PCI:0000:c1:", 2000);
  EXPECT_EQ(xid_of(s, window_of(1500, 2500)).outcome, Outcome::inconclusive);
}

TEST(KernelLogXid, one_application_fault_warns_and_repeats_fail) {
  auto s = gpu_machine();
  log_line(s, "NVRM: Xid (PCI:0000:c1:00): 31, pid=20114, name=train.py, Ch 00000010, MMU Fault");
  log_line(s, "NVRM: Xid (PCI:0000:c1:00): 31, pid=20114, name=train.py, Ch 00000011, MMU Fault");
  EXPECT_EQ(item_of("kernel_log/xid", s).outcome, Outcome::warn) << "one program, one incident";
  log_line(s, "NVRM: Xid (PCI:0000:c1:00): 31, pid=20200, name=train.py, Ch 00000010, MMU Fault");
  const auto item = item_of("kernel_log/xid", s);
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_EQ(item.key, "kernel_log/xid{gpu=0}");
}

TEST(KernelLogXid, faults_of_different_gpus_are_not_repeats) {
  auto s = gpu_machine(2);
  log_line(s, "NVRM: Xid (PCI:0000:c1:00): 31, pid=1, name=a, x");
  log_line(s, "NVRM: Xid (PCI:0000:c2:00): 31, pid=2, name=a, x");
  for (const auto& item : items_of("kernel_log/xid", s)) EXPECT_EQ(item.outcome, Outcome::warn);
}

TEST(KernelLogXid, clean_up_in_bulk_is_recorded_and_alone_it_warns) {
  auto s = gpu_machine();
  log_line(s, "NVRM: Xid (PCI:0000:c1:00): 45, pid=1, name=a, Ch 00000001");
  EXPECT_EQ(item_of("kernel_log/xid", s).outcome, Outcome::warn);
  for (int i = 0; i < 100; ++i)
    log_line(s,
             "NVRM: Xid (PCI:0000:c1:00): 45, pid=" + std::to_string(i) + ", name=a, Ch 00000001");
  EXPECT_EQ(item_of("kernel_log/xid", s).outcome, Outcome::pass);
}

TEST(KernelLogXid, earlier_boots_are_history) {
  auto s = gpu_machine();
  (*s.kernel_log)
      .lines.push_back({.text = "NVRM: Xid (PCI:0000:c1:00): 79, GPU has fallen off the bus.",
                        .earlier_boot = true});
  const auto item = item_of("kernel_log/xid", s);
  EXPECT_EQ(item.outcome, Outcome::pass);
  EXPECT_THAT(item.evidence, testing::Contains(HasSubstr("earlier boots")));
  EXPECT_EQ(item_of("gpu/inventory", s, {.expected_gpus = 1}).outcome, Outcome::pass);
}

TEST(KernelLogXid, a_ring_that_wrapped_cannot_speak_for_the_boot) {
  auto s = gpu_machine();
  (*s.kernel_log).covers_from_us = 3600 * second;
  EXPECT_EQ(item_of("kernel_log/xid", s).skip, SkipKind::not_observable);
  log_line(s, "NVRM: Xid (PCI:0000:c1:00): 48, pid=1, name=a, x", 4000);
  EXPECT_EQ(item_of("kernel_log/xid", s).outcome, Outcome::fail);
}

TEST(KernelLogXid, is_silent_without_gpu) {
  EXPECT_TRUE(items_of("kernel_log/xid", healthy_machine()).empty());
}

TEST(RecoveryAction, the_present_state_counts) {
  auto s = unasked_gpu_machine();
  EXPECT_TRUE(items_of("gpu/recovery_action", s).empty());
  log_line(s,
           "NVRM: Xid (PCI:0000:c1:00): 154, GPU recovery action changed from 0x0 (None) to 0x1 "
           "(GPU Reset Required)");
  EXPECT_EQ(item_of("gpu/recovery_action", s).outcome, Outcome::fail);
  log_line(s,
           "NVRM: Xid (PCI:0000:c1:00): 154, GPU recovery action changed from 0x1 (GPU Reset "
           "Required) to 0x0 (None)");
  EXPECT_EQ(item_of("gpu/recovery_action", s).outcome, Outcome::pass);
}

}  // namespace
}  // namespace gpuproof
