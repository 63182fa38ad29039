// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/smbios_parse.h"

#include <gtest/gtest.h>

#include "harness/base/hash.h"
#include "harness/base/units.h"
#include "tests/unit/machine/smbios_builder.h"

namespace gpuproof {
namespace {

SmbiosTables parsed(const std::vector<SmbiosRecord>& records, int major = 3, int minor = 5) {
  const auto table = table_of(records);
  const auto facts = parse_smbios(entry_point_64(table.size(), major, minor), table);
  EXPECT_TRUE(facts) << facts.why();
  return facts.value_or({});
}

SmbiosRecord system_record() {
  SmbiosRecord record(1, 1, 0x1b);
  record.text(4, "Maker").text(5, "Server").text(6, "1.0").text(7, "SYS-1");
  for (std::size_t i = 0; i < 16; ++i) record.at(8 + i, 1, i);
  return record;
}

TEST(SmbiosParse, reads_the_machine_and_its_parts) {
  const auto tables = parsed(
      {SmbiosRecord(0, 0, 0x1a).text(4, "BIOS maker").text(5, "1.2").text(8, "01/02/2026"),
       system_record(),
       SmbiosRecord(2, 2, 0x0f).text(4, "M").text(5, "Board").text(7, "BRD").at(0x0d, 1, 0x0a),
       SmbiosRecord(3, 3, 0x15).text(4, "M").text(7, "CHS").at(5, 1, 0x97),
       SmbiosRecord(4, 4, 0x30)
           .text(4, "CPU0")
           .at(5, 1, 3)
           .text(0x10, "EPYC")
           .at(0x14, 2, 3700)
           .at(0x18, 1, 0x41)
           .at(0x23, 1, 0xff)
           .at(0x25, 1, 64)
           .at(0x2a, 2, 300),
       SmbiosRecord(16, 0x10, 0x17)
           .at(4, 1, 3)
           .at(5, 1, 3)
           .at(6, 1, 6)
           .at(7, 4, 0x80000000)
           .at(0x0d, 2, 8)
           .at(0x0f, 8, 2048 * GiB),
       SmbiosRecord(39, 39, 0x16)
           .text(5, "PSU1")
           .text(8, "PS-1")
           .at(0x0c, 2, 2000)
           .at(0x0e, 2, 2)});
  EXPECT_EQ(tables.version, "3.5.0");
  EXPECT_EQ(tables.bios->version, "1.2");
  EXPECT_EQ(tables.system->serial, "SYS-1");
  EXPECT_EQ(tables.system->uuid, "03020100-0504-0706-0809-0a0b0c0d0e0f");
  EXPECT_EQ(tables.board->product, "Board");
  EXPECT_EQ(tables.chassis->product, "Rack Mount Chassis");
  ASSERT_EQ(tables.sockets.size(), 1u);
  EXPECT_TRUE(tables.sockets[0].populated);
  EXPECT_EQ(*tables.sockets[0].cores, 300);
  EXPECT_EQ(*tables.sockets[0].threads, 64);
  EXPECT_EQ(*tables.sockets[0].max_mhz, 3700);
  EXPECT_TRUE(tables.sockets[0].current_mhz.is_absent());
  EXPECT_EQ(tables.arrays[0].ecc, "Multi-bit ECC");
  EXPECT_EQ(*tables.arrays[0].max_bytes, 2048 * GiB);
  EXPECT_EQ(*tables.supplies[0].max_watts, 2000);
  EXPECT_TRUE(*tables.supplies[0].present);
  EXPECT_TRUE(*tables.supplies[0].plugged);
  EXPECT_TRUE(tables.problems.empty()) << tables.problems[0];
}

TEST(SmbiosParse, swaps_the_uuid_only_since_2_6) {
  EXPECT_EQ(parsed({system_record()}, 2, 5).system->uuid, "00010203-0405-0607-0809-0a0b0c0d0e0f");
  SmbiosRecord unset(1, 1, 0x1b);
  for (std::size_t i = 0; i < 16; ++i) unset.at(8 + i, 1, 0xff);
  EXPECT_EQ(parsed({unset}).system->uuid, "");
}

TEST(SmbiosParse, prefers_the_motherboard_to_risers) {
  const auto riser = SmbiosRecord(2, 2, 0x0f).text(5, "Riser").at(0x0d, 1, 0x0b);
  const auto board = SmbiosRecord(2, 3, 0x0f).text(5, "Main").at(0x0d, 1, 0x0a);
  EXPECT_EQ(parsed({riser, board}).board->product, "Main");
  EXPECT_EQ(parsed({board, riser}).board->product, "Main");
}

TEST(SmbiosParse, reads_modules_of_every_size) {
  auto huge = dimm_record(3, 0x7fff, "C");
  huge.at(0x1c, 4, 128 * 1024);
  const auto tables = parsed({dimm_record(1, 16384, "A"), dimm_record(2, 0x8000 | 512, "B"), huge,
                              dimm_record(4, 0, "D"), dimm_record(5, 0xffff, "E")});
  ASSERT_EQ(tables.dimms.size(), 5u);
  EXPECT_TRUE(tables.dimms[4].bytes.is_unreadable()) << "which is not an empty slot";
  EXPECT_EQ(tables.dimms[4].type, "DDR5");
  EXPECT_TRUE(tables.dimms[0].bytes.is(16 * GiB));
  EXPECT_EQ(tables.dimms[0].type, "DDR5");
  EXPECT_EQ(*tables.dimms[0].rated_mts, 4800);
  EXPECT_EQ(*tables.dimms[0].configured_mts, 4400);
  EXPECT_EQ(*tables.dimms[0].total_width, 80);
  EXPECT_EQ(*tables.dimms[0].rank, 2);
  EXPECT_EQ(tables.dimms[0].array_handle, 0x10);
  EXPECT_TRUE(tables.dimms[1].bytes.is(512 * KiB));
  EXPECT_TRUE(tables.dimms[2].bytes.is(128 * GiB));
  EXPECT_EQ(tables.problems.size(), 1u);
}

TEST(SmbiosParse, gives_an_empty_slot_no_facts_of_a_module) {
  const auto dimm = parsed({dimm_record(1, 0, "A1")}).dimms.at(0);
  EXPECT_TRUE(dimm.bytes.is(0));
  EXPECT_EQ(dimm.locator, "A1");
  EXPECT_EQ(dimm.type + dimm.manufacturer + dimm.serial, "");
  EXPECT_TRUE(dimm.rated_mts.is_absent());
}

TEST(SmbiosParse, reads_speeds_beyond_a_word_and_unknown_ones) {
  auto fast = dimm_record(1, 1024, "A");
  fast.at(0x15, 2, 0xffff).at(0x20, 2, 0xffff).at(0x54, 4, 70000).at(0x58, 4, 0);
  auto guest = dimm_record(2, 1024, "B");
  guest.at(0x15, 2, 0).at(0x20, 2, 0).at(0x08, 2, 0xffff);
  const auto tables = parsed({fast, guest});
  EXPECT_EQ(*tables.dimms[0].rated_mts, 70000);
  EXPECT_TRUE(tables.dimms[0].configured_mts.is_absent());
  EXPECT_TRUE(tables.dimms[1].rated_mts.is_absent());
  EXPECT_TRUE(tables.dimms[1].total_width.is_absent());
}

TEST(SmbiosParse, reads_old_short_structures_to_their_length) {
  // SMBIOS 2.1: no speed, no maker.
  auto old = SmbiosRecord(17, 1, 0x15).at(0x0c, 2, 256).at(0x12, 1, 0x12).text(0x10, "DIMM 1");
  const auto tables = parsed({old}, 2, 1);
  EXPECT_TRUE(tables.dimms[0].bytes.is(256 * MiB));
  EXPECT_EQ(tables.dimms[0].type, "DDR");
  EXPECT_TRUE(tables.dimms[0].rated_mts.is_absent());
  EXPECT_EQ(tables.dimms[0].manufacturer, "");
  EXPECT_TRUE(tables.problems.empty());
}

TEST(SmbiosParse, maps_slot_types_to_generation_and_lanes) {
  const struct {
    int code;
    const char* name;
    int generation;
  } rows[] = {{0xaa, "PCI Express x16", 0}, {0xb0, "PCI Express 2 x16", 2},
              {0xb1, "PCI Express 3", 3},   {0xb6, "PCI Express 3 x16", 3},
              {0xb8, "PCI Express 4", 4},   {0xbd, "PCI Express 4 x16", 4},
              {0xbe, "PCI Express 5", 5},   {0xc3, "PCI Express 5 x16", 5},
              {0xc4, "PCI Express 6", 6},   {0x25, "PCI Express 5 SFF-8639 (U.2)", 5},
              {0x17, "M.2 Socket 3", 0},    {0xb7, "code 183", 0}};
  for (const auto& row : rows) {
    const auto slot = parsed({slot_record(row.code, "S", 1, 0)}).slots.at(0);
    EXPECT_EQ(slot.type, row.name);
    EXPECT_EQ(slot.generation.value_or(0), row.generation) << row.name;
    EXPECT_EQ(*slot.lanes, 16);
  }
}

TEST(SmbiosParse, takes_the_generation_that_newer_tables_tell) {
  SmbiosRecord slot(9, 1, 0x17 + 5);
  slot.at(5, 1, 0xc5).at(0x12, 1, 1).at(0x13 + 5, 1, 5);
  EXPECT_EQ(*parsed({slot}).slots[0].generation, 5);
  slot.at(0x12, 1, 200);  // peers beyond the structure
  EXPECT_TRUE(parsed({slot}).slots[0].generation.is_absent());
}

TEST(SmbiosParse, knows_addresses_that_say_nothing) {
  EXPECT_EQ(*parsed({slot_record(0xbd, "S", 0x41, 3)}).slots[0].pci_address, "0000:41:03.0");
  EXPECT_TRUE(parsed({slot_record(0xbd, "S", 0xff, 0)}).slots[0].pci_address.is_absent());
  EXPECT_TRUE(parsed({slot_record(0xbd, "S", 0, 0)}).slots[0].pci_address.is_absent());
}

TEST(SmbiosParse, reads_the_32_bit_entry_point) {
  const auto table = table_of({system_record()});
  const auto facts = parse_smbios(entry_point_32(table.size()), table);
  EXPECT_EQ(facts->version, "2.8");
  EXPECT_TRUE(facts->problems.empty());
  auto damaged = entry_point_32(table.size());
  damaged[0x08] = 1;
  EXPECT_EQ(parse_smbios(damaged, table)->problems.size(), 1u);
}

TEST(SmbiosParse, reports_damage_and_keeps_what_it_read) {
  const auto table = table_of({system_record(), dimm_record(1, 1024, "A")});
  auto entry = entry_point_64(table.size());
  entry[0x0a] = 7;
  EXPECT_NE(parse_smbios(entry, table)->problems.at(0).find("checksum"), std::string::npos);
  EXPECT_EQ(parse_smbios(entry, table)->dimms.size(), 1u);
  EXPECT_NE(parse_smbios("", table)->problems.at(0).find("entry point"), std::string::npos);
  EXPECT_TRUE(parse_smbios("", "").is_unreadable());
  const auto cut = parse_smbios(entry_point_32(table.size()), table.substr(0, 40));
  EXPECT_NE(cut->problems.at(0).find("cut"), std::string::npos);
}

TEST(SmbiosParse, survives_wrong_lengths_and_string_numbers) {
  auto bad_string = system_record();
  bad_string.at(5, 1, 200);
  const auto tables = parsed({bad_string, dimm_record(1, 1024, "A")});
  EXPECT_EQ(tables.system->product, "");
  EXPECT_EQ(tables.system->manufacturer, "Maker");
  EXPECT_EQ(tables.problems.size(), 1u);
  EXPECT_EQ(tables.dimms.size(), 1u);  // the walk goes on
  for (const int length : {0, 1, 3, 255}) {
    auto record = system_record();
    record.at(1, 1, static_cast<std::uint64_t>(length));
    EXPECT_FALSE(parsed({record}).problems.empty()) << length;
  }
}

TEST(SmbiosParse, cleans_text_of_control_characters) {
  auto record = system_record();
  record.text(5, " X\x1b[31m\xff ");
  EXPECT_EQ(parsed({record}).system->product, "X\xef\xbf\xbd[31m\xef\xbf\xbd");
}

TEST(SmbiosParse, is_safe_on_a_table_cut_at_every_byte) {
  const auto table =
      table_of({system_record(), dimm_record(1, 1024, "A"), slot_record(0xbd, "S", 1, 0)});
  const auto entry = entry_point_64(table.size());
  for (std::size_t n = 0; n < table.size(); ++n) {
    const auto facts = parse_smbios(entry, table.substr(0, n));
    const auto end = table.size() - end_record().bytes().size();
    if (!facts || n > end) continue;  // the end mark itself is read from its first four bytes
    EXPECT_FALSE(facts->problems.empty()) << n;
    EXPECT_LE(facts->dimms.size(), 1u);
  }
  for (std::size_t n = 0; n < entry.size(); ++n)
    EXPECT_FALSE(parse_smbios(entry.substr(0, n), table)->problems.empty()) << n;
}

TEST(SmbiosParse, is_safe_on_noise) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    std::string noise;
    for (std::uint64_t i = 0; i < 256; ++i)
      noise += static_cast<char>(mix64(seed, i) & (seed % 2 ? 0xff : 0x1f));
    parse_smbios(entry_point_64(noise.size()), noise);
    parse_smbios(noise, noise);
  }
}

TEST(SmbiosParse, keeps_a_flood_of_problems_short) {
  std::vector<SmbiosRecord> records;
  for (int i = 0; i < 500; ++i) {
    records.push_back(dimm_record(i, 1024, "A"));
    records.back().at(0x10, 1, 99);
  }
  EXPECT_EQ(parsed(records).problems.size(), 51u);
}

}  // namespace
}  // namespace gpuproof
