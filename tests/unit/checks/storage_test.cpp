// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The storage checks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/units.h"
#include "tests/unit/checks/healthy.h"

namespace gpuproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

PciDevice& device(Snapshot& machine, const std::string& address) {
  for (auto& one : *machine.pci.devices)
    if (one.address == address) return one;
  throw std::logic_error("no device " + address);
}

BlockDevice& drive(Snapshot& machine) { return (*machine.storage.devices)[0]; }
NvmeSmart& health(Snapshot& machine) { return *drive(machine).smart; }

Item link_item(const Snapshot& machine, const CheckRun& run = {}) {
  return item_with("storage/link", machine, "drive", "nvme0n1", run);
}

TEST(StorageLink, fails_on_half_the_lanes) {
  auto machine = healthy_machine();
  device(machine, "0000:01:00.0").width = 2;
  const auto item = link_item(machine);
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_EQ(item.observed, "Gen4 x2 (3.94 GB/s)");
  EXPECT_EQ(item.subject.place, "in slot M.2_1");
}

TEST(StorageLink, only_warns_of_a_slot_that_is_wired_narrower) {
  auto machine = healthy_machine();
  device(machine, "0000:01:00.0").width = 2;
  device(machine, "0000:00:01.1").max_width = 2;
  EXPECT_EQ(link_item(machine).outcome, Outcome::warn);
  const auto wider = profile_with("storage/link", Comparison::at_least, "Gen4 x4");
  EXPECT_EQ(link_item(machine, {.profile = &wider}).outcome, Outcome::fail);
  const auto same = profile_with("storage/link", Comparison::at_least, "Gen4 x2");
  EXPECT_EQ(link_item(machine, {.profile = &same}).outcome, Outcome::pass);
}

TEST(StorageLink, warns_of_a_slot_of_an_older_generation) {
  auto machine = healthy_machine();
  device(machine, "0000:01:00.0").speed_gts = 8;
  device(machine, "0000:00:01.1").max_speed_gts = 8;
  EXPECT_EQ(link_item(machine).outcome, Outcome::warn);
}

TEST(StorageLink, fails_below_what_a_narrower_slot_gives) {
  auto machine = healthy_machine();
  device(machine, "0000:01:00.0").width = 1;
  device(machine, "0000:00:01.1").max_width = 2;
  EXPECT_EQ(link_item(machine).outcome, Outcome::fail);
  device(machine, "0000:01:00.0").width = 2;
  device(machine, "0000:01:00.0").speed_gts = 8;
  EXPECT_EQ(link_item(machine).outcome, Outcome::fail) << "both could go faster";
  device(machine, "0000:01:00.0").speed_gts = Fact<double>::unreadable("Unknown");
  EXPECT_EQ(link_item(machine).skip, SkipKind::not_observable);
}

TEST(StorageLink, fails_where_both_ends_could_go_faster) {
  auto machine = healthy_machine();
  device(machine, "0000:01:00.0").speed_gts = 8;
  const auto item = link_item(machine);
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.cause, HasSubstr("came up slow"));
}

TEST(StorageLink, quotes_the_kernel_in_gigabytes) {
  auto machine = healthy_machine();
  device(machine, "0000:01:00.0").width = {};
  (*machine.kernel_log)
      .lines.push_back(
          {.topic = LogTopic::pcie,
           .text =
               "pci 0000:01:00.0: 31.504 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe "
               "x4 link at 0000:00:01.1 (capable of 63.012 Gb/s with 16.0 GT/s PCIe x4 link)"});
  const auto item = link_item(machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("3.94 GB/s of 7.88 GB/s"));
  EXPECT_THAT(item.observed, HasSubstr("0000:00:01.1"));
}

TEST(StorageLink, is_not_observable_where_the_bus_does_not_answer) {
  auto machine = healthy_machine();
  device(machine, "0000:01:00.0").width = Fact<int>::unreadable("Unknown");
  EXPECT_EQ(link_item(machine).skip, SkipKind::not_observable);
  (*machine.storage.devices).clear();
  EXPECT_EQ(item_with("storage/link", machine, "device", "0000:01:00.0").skip,
            SkipKind::not_observable);
}

Item heat_item(const Snapshot& machine, const CheckRun& run = {}) {
  return item_with("storage/temperature", machine, "drive", "nvme0n1", run);
}

TEST(StorageTemperature, goes_by_the_thresholds_of_the_drive) {
  auto machine = healthy_machine();
  health(machine).temperature_c = 83;
  health(machine).sensors_c = {83, 80};
  EXPECT_EQ(heat_item(machine).outcome, Outcome::warn);
  health(machine).temperature_c = 85;
  EXPECT_EQ(heat_item(machine).outcome, Outcome::fail);
}

TEST(StorageTemperature, doubts_a_sensor_that_stands_alone) {
  auto machine = healthy_machine();
  health(machine).temperature_c = 84, health(machine).critical_temp_c = 84;
  health(machine).sensors_c = {84, 40};
  health(machine).critical_warning = 2;
  const auto item = heat_item(machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.cause, HasSubstr("disagree"));
}

TEST(StorageTemperature, sees_that_a_drive_slowed_itself) {
  const auto before = healthy_machine();
  auto machine = healthy_machine();
  health(machine).thermal_time_1_s = 12;
  EXPECT_EQ(heat_item(machine).outcome, Outcome::pass);
  EXPECT_EQ(heat_item(machine, {.before = &before}).outcome, Outcome::warn);
}

TEST(StorageTemperature, expects_nothing_without_thresholds) {
  auto machine = healthy_machine();
  health(machine).warning_temp_c = {}, health(machine).critical_temp_c = {};
  EXPECT_EQ(heat_item(machine).skip, SkipKind::no_expectation);
}

Item smart_item(const Snapshot& machine, const CheckRun& run = {}) {
  return item_with("storage/smart", machine, "drive", "nvme0n1", run);
}

TEST(StorageSmart, fails_on_each_flag_but_the_temperature) {
  for (int bit = 0; bit < 6; ++bit) {
    auto machine = healthy_machine();
    health(machine).critical_warning = 1 << bit;
    EXPECT_EQ(smart_item(machine).outcome, bit == 1 ? Outcome::pass : Outcome::fail) << bit;
  }
}

TEST(StorageSmart, tells_new_media_errors_from_old_ones) {
  auto before = healthy_machine(), machine = healthy_machine();
  health(machine).media_errors = 3;
  EXPECT_EQ(smart_item(machine).outcome, Outcome::warn);
  EXPECT_EQ(smart_item(machine, {.before = &machine}).outcome, Outcome::warn);
  EXPECT_EQ(smart_item(machine, {.before = &before}).outcome, Outcome::fail);
  EXPECT_EQ(smart_item(before, {.before = &machine}).outcome, Outcome::inconclusive);
}

TEST(StorageSmart, knows_a_drive_by_its_serial_number) {
  auto before = healthy_machine(), machine = healthy_machine();
  drive(before).serial = "OTHER", health(before).media_errors = 0;
  health(machine).media_errors = 3;
  EXPECT_EQ(smart_item(machine, {.before = &before}).outcome, Outcome::warn);
}

TEST(StorageSmart, fails_on_used_up_spare_and_warns_of_wear) {
  auto machine = healthy_machine();
  health(machine).percentage_used = 95;
  EXPECT_EQ(smart_item(machine).outcome, Outcome::warn);
  health(machine).available_spare_pct = 5;
  EXPECT_EQ(smart_item(machine).outcome, Outcome::fail);
}

TEST(StorageSmart, is_not_observable_without_rights) {
  auto machine = healthy_machine();
  drive(machine).smart = Fact<NvmeSmart>::unreadable("Permission denied");
  EXPECT_EQ(smart_item(machine).skip, SkipKind::not_observable);
  (*machine.storage.devices).clear();
  EXPECT_EQ(item_of("storage/smart", machine).skip, SkipKind::not_applicable);
}

Item raid_item(const std::string& state, Fact<int> missing) {
  auto machine = healthy_machine();
  (*machine.storage.devices)
      .push_back({.name = "md0",
                  .kind = "md",
                  .members = {"sda", "sdb"},
                  .raid_level = std::string("raid1"),
                  .array_state = state,
                  .degraded_disks = missing});
  return item_with("storage/raid", machine, "drive", "md0");
}

TEST(StorageRaid, judges_the_state_of_an_array) {
  EXPECT_EQ(raid_item("clean", 0).outcome, Outcome::pass);
  EXPECT_EQ(raid_item("active", 1).outcome, Outcome::fail);
  EXPECT_EQ(raid_item("degraded", 0).outcome, Outcome::fail);
  EXPECT_EQ(raid_item("inactive", 0).outcome, Outcome::fail);
  EXPECT_EQ(raid_item("resyncing", 0).outcome, Outcome::warn);
  EXPECT_THAT(raid_item("recovering", 1).remedy, HasSubstr("rebuilding"));
  for (const auto* sound : {"active", "active-idle", "write-pending", "read-auto"})
    EXPECT_EQ(raid_item(sound, 0).outcome, Outcome::pass) << sound;
  for (const auto* unsound : {"readonly", "suspended", "clear", "something new"})
    EXPECT_EQ(raid_item(unsound, 0).outcome, Outcome::fail) << unsound;
  EXPECT_EQ(raid_item("clean", Fact<int>::unreadable("I/O error")).skip, SkipKind::not_observable);
}

TEST(StorageScheduler, warns_of_one_made_for_disks) {
  auto machine = healthy_machine();
  drive(machine).scheduler = "bfq";
  EXPECT_EQ(item_with("storage/scheduler", machine, "drive", "nvme0n1").outcome, Outcome::warn);
}

TEST(StorageFree, names_the_fullest_file_system) {
  auto machine = healthy_machine();
  (*machine.storage.file_systems)[0].free_bytes = 20'000'000'000;
  const auto item = item_of("storage/free", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("free on /"));
}

TEST(StorageFree, leaves_out_what_is_always_full) {
  auto machine = healthy_machine();
  (*machine.storage.file_systems)
      .push_back({"/snap/x", "/dev/loop0", "squashfs", "ro", GiB, 0, {}});
  (*machine.storage.file_systems)
      .push_back({"/iso", "/dev/sdb", "ext4", "ro,relatime", GiB, 0, {}});
  EXPECT_EQ(item_of("storage/free", machine).outcome, Outcome::pass);
}

TEST(StorageOutput, warns_of_sticks_shares_and_memory) {
  auto machine = healthy_machine();
  EXPECT_EQ(item_of("storage/output", machine).skip, SkipKind::not_applicable);
  machine.storage.output_path = "/home/user/report";
  EXPECT_EQ(item_of("storage/output", machine).outcome, Outcome::pass);
  (*machine.storage.file_systems).push_back({"/home", "server:/home", "nfs4", "rw", GiB, GiB, {}});
  EXPECT_EQ(item_of("storage/output", machine).outcome, Outcome::warn);
  machine.storage.output_path = "/homework/report";
  EXPECT_EQ(item_of("storage/output", machine).outcome, Outcome::pass);
  (*machine.storage.file_systems)
      .push_back({"/media/stick", "/dev/sdb1", "vfat", "rw", GiB, GiB, std::string("sdb1")});
  (*machine.storage.devices)
      .push_back({.name = "sdb", .kind = "disk", .transport = std::string("usb")});
  (*machine.storage.devices).push_back({.name = "sdb1", .kind = "partition", .members = {"sdb"}});
  machine.storage.output_path = "/media/stick/report";
  EXPECT_THAT(item_of("storage/output", machine).finding, HasSubstr("removable"));
}

Snapshot with_log(const char* text, std::int64_t at_us = 1'000'000) {
  auto machine = healthy_machine();
  (*machine.kernel_log)
      .lines.push_back({.boottime_us = at_us, .topic = LogTopic::storage, .text = text});
  return machine;
}

TEST(StorageErrors, fail_inside_the_run_and_warn_before_it) {
  const RunWindow window{.from_us = 10'000'000, .to_us = 20'000'000};
  const auto* line = "nvme nvme0: I/O 512 QID 3 timeout, aborting";
  EXPECT_EQ(item_of("storage/errors", with_log(line, 15'000'000), {.window = &window}).outcome,
            Outcome::fail);
  EXPECT_EQ(item_of("storage/errors", with_log(line, 5'000'000), {.window = &window}).outcome,
            Outcome::warn);
  EXPECT_EQ(item_of("storage/errors", with_log(line)).outcome, Outcome::warn);
}

TEST(StorageErrors, know_their_lines) {
  for (const auto* line : {"blk_update_request: I/O error, dev sda, sector 2048 op 0x0:(READ)",
                           "EXT4-fs error (device nvme0n1p2): ext4_find_entry:1455",
                           "ata1.00: failed command: READ FPDMA QUEUED",
                           "nvme nvme0: controller is down; will reset: CSTS=0xffffffff",
                           "md/raid1:md0: Disk failure on sdb1, disabling device."})
    EXPECT_EQ(item_of("storage/errors", with_log(line)).outcome, Outcome::warn) << line;
  for (const auto* line : {"nvme nvme0: 32/0/0 default/read/poll queues",
                           "EXT4-fs (nvme0n1p2): mounted filesystem with ordered data mode",
                           "blk_update_request: I/O error, dev sr0, sector 0",
                           "nvme nvme0: Shutdown timeout set to 10 seconds"})
    EXPECT_EQ(item_of("storage/errors", with_log(line)).outcome, Outcome::pass) << line;
}

TEST(StorageErrors, are_inconclusive_where_the_log_misses_the_run) {
  const RunWindow window{.from_us = 10'000'000, .to_us = 20'000'000};
  auto machine = healthy_machine();
  (*machine.kernel_log).covers_from_us = 12'000'000;
  EXPECT_EQ(item_of("storage/errors", machine, {.window = &window}).outcome, Outcome::inconclusive);
  machine = healthy_machine();
  (*machine.kernel_log).covers_to_us = 19'000'000;
  EXPECT_EQ(item_of("storage/errors", machine, {.window = &window}).outcome, Outcome::inconclusive);
  machine = healthy_machine();
  (*machine.kernel_log).dropped = 1;
  EXPECT_EQ(item_of("storage/errors", machine, {.window = &window}).outcome, Outcome::inconclusive);
}

TEST(StorageErrors, that_cannot_be_dated_are_of_the_run) {
  const RunWindow window{.from_us = 10'000'000, .to_us = 20'000'000};
  auto machine = with_log("nvme nvme0: I/O 512 QID 3 timeout, aborting");
  (*machine.kernel_log).lines.back().boottime_us = {};
  EXPECT_EQ(item_of("storage/errors", machine, {.window = &window}).outcome, Outcome::fail);
}

}  // namespace
}  // namespace gpuproof
