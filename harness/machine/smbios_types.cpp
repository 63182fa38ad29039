// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// SMBIOS types 0 1 2 3 4 16 39. Offsets are those of DSP0134, chapter 7.
#include <fmt/core.h>

#include <array>

#include "harness/base/units.h"
#include "harness/machine/smbios_structure.h"

namespace gpuproof {
namespace {

template <std::size_t N>
std::string name_from(const std::array<const char*, N>& names, int code) {
  if (code >= 1 && code <= static_cast<int>(N)) return names[static_cast<std::size_t>(code) - 1];
  return "code " + std::to_string(code);
}

// The first three fields are little-endian since version 2.6.
std::string uuid_text(std::string_view b, int version) {
  const bool unset = b.find_first_not_of('\0') == b.npos || b.find_first_not_of('\xff') == b.npos;
  if (b.size() < 16 || unset) return "";
  constexpr std::array<std::size_t, 16> swapped{3, 2, 1,  0,  5,  4,  7,  6,
                                                8, 9, 10, 11, 12, 13, 14, 15};
  std::string text;
  for (std::size_t i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(b[version >= 0x206 ? swapped[i] : i]));
  }
  return text;
}

void decode_bios(const SmbiosStructure& s, SmbiosTables& tables) {
  if (!tables.bios) tables.bios = BiosInfo{s.text(0x04), s.text(0x05), s.text(0x08)};
}

void decode_system(const SmbiosStructure& s, int version, SmbiosTables& tables) {
  if (tables.system) return;
  constexpr std::size_t uuid = 0x08, uuid_end = 0x18;
  Unit unit{s.text(0x04), s.text(0x05), s.text(0x06), s.text(0x07), ""};
  if (s.length() > uuid_end) unit.uuid = uuid_text(s.fields().bytes().substr(uuid, 16), version);
  tables.system = unit;
}

// Risers and blades are boards too; the main board is the one of type "motherboard".
void decode_board(const SmbiosStructure& s, SmbiosTables& tables) {
  constexpr std::uint8_t motherboard = 0x0a;
  if (tables.board && s.fields().u8(0x0d) != motherboard) return;
  tables.board = Unit{s.text(0x04), s.text(0x05), s.text(0x06), s.text(0x07), ""};
}

void decode_chassis(const SmbiosStructure& s, SmbiosTables& tables) {
  constexpr std::array<const char*, 0x24> names{"Other",
                                                "Unknown",
                                                "Desktop",
                                                "Low Profile Desktop",
                                                "Pizza Box",
                                                "Mini Tower",
                                                "Tower",
                                                "Portable",
                                                "Laptop",
                                                "Notebook",
                                                "Hand Held",
                                                "Docking Station",
                                                "All In One",
                                                "Sub Notebook",
                                                "Space-saving",
                                                "Lunch Box",
                                                "Main Server Chassis",
                                                "Expansion Chassis",
                                                "Sub Chassis",
                                                "Bus Expansion Chassis",
                                                "Peripheral Chassis",
                                                "RAID Chassis",
                                                "Rack Mount Chassis",
                                                "Sealed-case PC",
                                                "Multi-system",
                                                "CompactPCI",
                                                "AdvancedTCA",
                                                "Blade",
                                                "Blade Enclosing",
                                                "Tablet",
                                                "Convertible",
                                                "Detachable",
                                                "IoT Gateway",
                                                "Embedded PC",
                                                "Mini PC",
                                                "Stick PC"};
  if (tables.chassis) return;
  constexpr int without_lock_bit = 0x7f;
  const auto code = s.fields().u8(0x05);
  tables.chassis = Unit{s.text(0x04), code ? name_from(names, *code & without_lock_bit) : "",
                        s.text(0x06), s.text(0x07), ""};
}

Fact<int> positive(std::optional<std::uint16_t> value) {
  return value && *value != 0 ? Fact<int>(*value) : Fact<int>();
}

// One byte, or the word that newer tables add for 255 and more.
Fact<int> count_at(const SmbiosStructure& s, std::size_t byte, std::size_t word) {
  const auto small = s.fields().u8(byte);
  if (!small || *small == 0) return {};
  return *small == 0xff ? positive(s.fields().u16(word)) : Fact<int>(*small);
}

void decode_processor(const SmbiosStructure& s, SmbiosTables& tables) {
  constexpr int central = 3, populated_bit = 1 << 6;
  if (s.fields().u8(0x05).value_or(central) != central) return;
  tables.sockets.push_back({.socket = s.text(0x04),
                            .manufacturer = s.text(0x07),
                            .version = s.text(0x10),
                            .serial = s.text(0x20),
                            .populated = (s.fields().u8(0x18).value_or(0) & populated_bit) != 0,
                            .max_mhz = positive(s.fields().u16(0x14)),
                            .current_mhz = positive(s.fields().u16(0x16)),
                            .cores = count_at(s, 0x23, 0x2a),
                            .threads = count_at(s, 0x25, 0x2e)});
}

Fact<std::uint64_t> array_capacity(const SmbiosStructure& s) {
  constexpr std::uint32_t see_extended = 0x80000000;
  const auto kib = s.fields().u32(0x07);
  if (!kib) return {};
  if (*kib == see_extended) return s.fields().u64(0x0f);
  return *kib * KiB;
}

void decode_memory_array(const SmbiosStructure& s, SmbiosTables& tables) {
  constexpr std::array<const char*, 7> uses{"Other",        "Unknown",      "System Memory",
                                            "Video Memory", "Flash Memory", "Non-volatile RAM",
                                            "Cache Memory"};
  constexpr std::array<const char*, 7> ecc{"Other",          "Unknown",       "None", "Parity",
                                           "Single-bit ECC", "Multi-bit ECC", "CRC"};
  tables.arrays.push_back({.use = name_from(uses, s.fields().u8(0x05).value_or(2)),
                           .ecc = name_from(ecc, s.fields().u8(0x06).value_or(2)),
                           .slots = positive(s.fields().u16(0x0d)),
                           .max_bytes = array_capacity(s),
                           .handle = s.handle()});
}

void decode_supply(const SmbiosStructure& s, SmbiosTables& tables) {
  constexpr int present_bit = 1 << 1, unplugged_bit = 1 << 2, unknown_power = 0x8000;
  PowerSupply supply{.location = s.text(0x05),
                     .name = s.text(0x06),
                     .manufacturer = s.text(0x07),
                     .serial = s.text(0x08),
                     .model = s.text(0x0a)};
  // The standard speaks of milliwatts in a note; 16 bits of them would end at 65 W, and firmware
  // writes watts.
  const auto power = s.fields().u16(0x0c);
  if (power && *power != unknown_power) supply.max_watts = positive(power);
  if (const auto bits = s.fields().u16(0x0e)) {
    supply.present = (*bits & present_bit) != 0;
    supply.plugged = (*bits & unplugged_bit) == 0;
  }
  tables.supplies.push_back(std::move(supply));
}

}  // namespace

void decode_smbios(const SmbiosStructure& s, int version, SmbiosTables& tables) {
  switch (s.type()) {
    case 0:
      return decode_bios(s, tables);
    case 1:
      return decode_system(s, version, tables);
    case 2:
      return decode_board(s, tables);
    case 3:
      return decode_chassis(s, tables);
    case 4:
      return decode_processor(s, tables);
    case 9:
      return decode_slot(s, tables);
    case 16:
      return decode_memory_array(s, tables);
    case 17:
      return decode_memory_device(s, tables);
    case 39:
      return decode_supply(s, tables);
    default:
      return;
  }
}

}  // namespace gpuproof
