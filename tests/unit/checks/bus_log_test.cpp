// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Kernel log lines about the bus.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/checks/gpu_machine.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

TEST(KernelLogBus, a_window_without_room_fails) {
  auto s = unasked_gpu_machine();
  log_line(s, "pci 0000:c1:00.0: BAR 1 [mem size 0x2000000000 64bit pref]: can't assign; no space");
  const auto item = item_of("kernel_log/bus", s);
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.remedy, HasSubstr("Above 4G"));
}

TEST(KernelLogBus, the_kernels_second_try_counts) {
  auto s = unasked_gpu_machine();
  log_line(s, "pci 0000:c1:00.0: BAR 1: no space for [mem size 0x2000000000 64bit pref]", 1);
  log_line(s, "pci 0000:c1:00.0: BAR 1: assigned [mem 0x6000000000-0x7fffffffff 64bit pref]", 2);
  EXPECT_EQ(item_of("kernel_log/bus", s).outcome, Outcome::pass);
}

TEST(KernelLogBus, io_windows_and_bridges_are_noise) {
  auto s = unasked_gpu_machine();
  log_line(s, "pci 0000:c1:00.0: BAR 5: no space for [io  size 0x0080]");
  log_line(s, "pci 0000:c0:01.1: BAR 13: no space for [io  size 0x1000]");
  log_line(s, "pcieport 0000:c0:01.1: BAR 15: no space for [mem size 0x00200000 64bit pref]");
  EXPECT_EQ(item_of("kernel_log/bus", s).outcome, Outcome::pass);
}

TEST(KernelLogBus, a_link_that_dropped_above_a_gpu_fails_and_a_dock_warns) {
  auto s = unasked_gpu_machine();
  PciDevice dock = gpu_port(s);
  dock.address = "0000:00:1c.0";
  (*s.pci.devices).push_back(dock);
  log_line(s, "pcieport 0000:00:1c.0: pciehp: Slot(2): Link Down");
  EXPECT_EQ(item_of("kernel_log/bus", s).outcome, Outcome::warn);
  log_line(s, "pcieport 0000:c0:01.1: pciehp: Slot(1): Link Down");
  EXPECT_EQ(item_with(items_of("kernel_log/bus", s), "kernel_log/bus{device=0000:c0:01.1}").outcome,
            Outcome::fail);
}

TEST(KernelLogBus, earlier_boots_and_cables_are_not_the_bus) {
  auto s = unasked_gpu_machine();
  (*s.kernel_log)
      .lines.push_back(
          {.text = "NVRM: GPU 0000:c1:00.0: GPU has fallen off the bus.", .earlier_boot = true});
  log_line(s, "ixgbe 0000:42:00.0 eno1: NIC Link is Down");
  EXPECT_EQ(item_of("kernel_log/bus", s).outcome, Outcome::pass);
}

TEST(KernelLogBus, needs_a_log_that_reaches_back) {
  auto s = unasked_gpu_machine();
  (*s.kernel_log).covers_from_us = 7200'000'000;
  EXPECT_EQ(item_of("kernel_log/bus", s).skip, SkipKind::not_observable);
  s.kernel_log = Fact<KernelLog>::unreadable("operation not permitted");
  EXPECT_EQ(item_of("kernel_log/bus", s).skip, SkipKind::not_observable);
}

}  // namespace
}  // namespace gpuproof
