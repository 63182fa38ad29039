// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The parts list, and parts against the snapshot before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/units.h"
#include "tests/unit/checks/gpu_machine.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

Profile list(std::vector<Part> parts) {
  Profile profile{.id = "test", .kind = "machine", .title = "test"};
  profile.parts = std::move(parts);
  return profile;
}

std::vector<Item> judged(const Snapshot& s, std::vector<Part> parts) {
  const auto profile = list(std::move(parts));
  return items_of("inventory/parts", s, {.profile = &profile});
}

TEST(InventoryParts, passes_each_kind_once) {
  const auto s = gpu_machine(2);
  const auto items = judged(s, {{.kind = "dimm", .count = 8, .model = "EM5R*", .bytes = 32 * GiB},
                                {.kind = "drive", .model = "*990 PRO*", .firmware = "4B2QJXD7"},
                                {.kind = "gpu", .count = 2, .model = "*RTX PRO 6000*"},
                                {.kind = "cpu", .model = "*7955WX*"},
                                {.kind = "board", .model = "WRX90*"},
                                {.kind = "bios", .firmware = "1203"},
                                {.kind = "supply", .model = "P1600"},
                                {.kind = "nic", .pci_id = "8086:1563"}});
  EXPECT_EQ(items.size(), 8u);
  for (const auto& item : items) EXPECT_EQ(item.outcome, Outcome::pass) << item.finding;
}

TEST(InventoryParts, a_missing_dimm) {
  auto s = healthy_machine();
  (*s.smbios).dimms[5].bytes = 0;
  const auto items = judged(s, {{.kind = "dimm", .count = 8, .model = "EM5R*"}});
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items[0].outcome, Outcome::fail);
  EXPECT_THAT(items[0].finding, HasSubstr("missing"));
}

TEST(InventoryParts, names_the_slot_that_is_empty) {
  auto s = healthy_machine();
  (*s.smbios).dimms[5].bytes = 0;
  std::vector<Part> parts;
  for (const auto& dimm : (*s.smbios).dimms)
    parts.push_back({.kind = "dimm", .slot = dimm.locator});
  const auto items = judged(s, parts);
  ASSERT_EQ(items.size(), 1u);
  EXPECT_THAT(items[0].finding, HasSubstr("DIMM_F1"));
}

TEST(InventoryParts, another_part_in_the_slot) {
  auto s = healthy_machine();
  (*s.smbios).dimms[2].part = "OTHER-16G";
  (*s.smbios).dimms[2].bytes = 16 * GiB;
  const auto items = judged(
      s, {{.kind = "dimm", .slot = "DIMM_C1", .bytes = 32 * GiB}, {.kind = "dimm", .count = 7}});
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items[0].outcome, Outcome::fail);
  EXPECT_THAT(items[0].finding, HasSubstr("size 16 GiB instead of 32 GiB"));
}

TEST(InventoryParts, old_firmware) {
  const auto items =
      judged(healthy_machine(), {{.kind = "drive", .model = "*990*", .firmware = "9"}});
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items[0].outcome, Outcome::fail);
  EXPECT_THAT(items[0].finding, HasSubstr("firmware 4B2QJXD7 instead of 9"));
}

TEST(InventoryParts, a_moved_part_and_an_extra_one_warn) {
  auto moved = judged(healthy_machine(), {{.kind = "dimm", .slot = "DIMM_B1", .serial = "MEM-0001"},
                                          {.kind = "dimm", .count = 7}});
  ASSERT_EQ(moved.size(), 1u);
  EXPECT_EQ(moved[0].outcome, Outcome::warn);
  EXPECT_THAT(moved[0].finding, HasSubstr("sits elsewhere"));
  const auto extra = judged(healthy_machine(), {{.kind = "dimm", .count = 7}});
  ASSERT_EQ(extra.size(), 1u);
  EXPECT_EQ(extra[0].outcome, Outcome::warn);
}

TEST(InventoryParts, a_part_that_is_not_demanded_warns) {
  const auto items =
      judged(healthy_machine(), {{.kind = "supply", .count = 2, .required = Required::no}});
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items[0].outcome, Outcome::warn);
}

TEST(InventoryParts, what_cannot_be_seen_is_no_match) {
  auto s = healthy_machine();
  s.smbios = SmbiosFacts::unreadable("needs root");
  const auto gap = judged(s, {{.kind = "dimm", .count = 8}});
  EXPECT_EQ(gap.at(0).skip, SkipKind::not_observable);
  s = healthy_machine();
  for (auto& dimm : (*s.smbios).dimms) dimm.serial = "Not Specified";
  const auto hidden =
      judged(s, {{.kind = "dimm", .serial = "MEM-0001"}, {.kind = "dimm", .count = 7}});
  EXPECT_EQ(hidden.at(0).skip, SkipKind::not_observable);
}

TEST(InventoryParts, gpus_without_a_driver_are_told_by_their_ids) {
  auto s = unasked_gpu_machine(2);
  EXPECT_EQ(judged(s, {{.kind = "gpu", .count = 2, .pci_id = "10DE:2BB1"}}).at(0).outcome,
            Outcome::pass);
  EXPECT_EQ(judged(s, {{.kind = "gpu", .count = 2, .model = "*PRO 6000*"}}).at(0).skip,
            SkipKind::not_observable);
  EXPECT_EQ(judged(s, {{.kind = "gpu", .count = 2, .pci_id = "10de:20b0"}}).at(0).outcome,
            Outcome::fail);
}

TEST(InventoryParts, a_kind_nobody_knows_is_the_profiles_fault) {
  const auto items = judged(healthy_machine(), {{.kind = "gpus"}});
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items[0].outcome, Outcome::error);
  EXPECT_EQ(items[0].who, Who::profile_author);
}

TEST(InventoryParts, keys_stand_once) {
  std::set<std::string> keys;
  for (const auto& item :
       judged(healthy_machine(), {{.kind = "dimm", .count = 12}, {.kind = "drive", .count = 3}}))
    EXPECT_TRUE(keys.insert(item.key).second) << item.key;
}

TEST(InventoryChanges, lost_exchanged_moved_new) {
  const auto before = healthy_machine();
  EXPECT_TRUE(items_of("inventory/changes", before).empty());
  auto s = before;
  EXPECT_EQ(item_of("inventory/changes", s, {.before = &before}).outcome, Outcome::pass);
  (*s.smbios).dimms[0].bytes = 0;
  const auto lost = item_of("inventory/changes", s, {.before = &before});
  EXPECT_EQ(lost.outcome, Outcome::fail);
  EXPECT_EQ(lost.subject.serial, "MEM-0001");
  s = before;
  (*s.smbios).dimms[0].serial = "MEM-9999";
  EXPECT_THAT(item_of("inventory/changes", s, {.before = &before}).finding, HasSubstr("exchanged"));
  s = before;
  std::swap((*s.smbios).dimms[0].serial, (*s.smbios).dimms[1].serial);
  const auto moved = items_of("inventory/changes", s, {.before = &before});
  ASSERT_EQ(moved.size(), 2u);
  EXPECT_THAT(moved[0].finding, HasSubstr("moved"));
  s = before;
  (*(*s.smbios).bios).version = "1300";
  const auto firmware = item_of("inventory/changes", s, {.before = &before});
  EXPECT_EQ(firmware.outcome, Outcome::warn);
}

}  // namespace
}  // namespace gpuproof
