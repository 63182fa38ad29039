// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// SMBIOS type 17: one structure for each place of a memory module, filled or empty.
#include <array>
#include <optional>

#include "harness/base/units.h"
#include "harness/machine/smbios_structure.h"

namespace gpuproof {
namespace {

std::string memory_type(int code) {
  constexpr std::array<const char*, 0x25> names{"Other",
                                                "Unknown",
                                                "DRAM",
                                                "EDRAM",
                                                "VRAM",
                                                "SRAM",
                                                "RAM",
                                                "ROM",
                                                "Flash",
                                                "EEPROM",
                                                "FEPROM",
                                                "EPROM",
                                                "CDRAM",
                                                "3DRAM",
                                                "SDRAM",
                                                "SGRAM",
                                                "RDRAM",
                                                "DDR",
                                                "DDR2",
                                                "DDR2 FB-DIMM",
                                                "Reserved",
                                                "Reserved",
                                                "Reserved",
                                                "DDR3",
                                                "FBD2",
                                                "DDR4",
                                                "LPDDR",
                                                "LPDDR2",
                                                "LPDDR3",
                                                "LPDDR4",
                                                "Logical non-volatile device",
                                                "HBM",
                                                "HBM2",
                                                "DDR5",
                                                "LPDDR5",
                                                "HBM3",
                                                "MRDIMM"};
  if (code >= 1 && code <= static_cast<int>(names.size()))
    return names[static_cast<std::size_t>(code) - 1];
  return "code " + std::to_string(code);
}

std::string form_factor(int code) {
  constexpr std::array<const char*, 0x11> names{
      "Other", "Unknown", "SIMM",         "SIP",  "Chip",   "DIP",   "ZIP",     "Proprietary Card",
      "DIMM",  "TSOP",    "Row Of Chips", "RIMM", "SODIMM", "SRIMM", "FB-DIMM", "Die",
      "CAMM"};
  if (code >= 1 && code <= static_cast<int>(names.size()))
    return names[static_cast<std::size_t>(code) - 1];
  return "code " + std::to_string(code);
}

// 0: an empty slot. nullopt: the firmware does not know.
std::optional<std::uint64_t> size_of(const LittleEndian& fields) {
  constexpr std::uint16_t unknown = 0xffff, see_extended = 0x7fff, in_kib = 0x8000;
  const auto size = fields.u16(0x0c);
  if (!size || *size == unknown) return std::nullopt;
  if (*size == see_extended) {
    const auto mib = fields.u32(0x1c);
    return mib ? std::optional((*mib & 0x7fffffff) * MiB) : std::nullopt;
  }
  return *size & in_kib ? (*size & 0x7fff) * KiB : *size * MiB;
}

// 0 is unknown; 0xffff leads to the field for speeds that no word can hold.
Fact<int> speed_of(const LittleEndian& fields, std::size_t word, std::size_t extended) {
  constexpr std::uint32_t most = 0x7fffffff;
  const auto speed = fields.u16(word);
  if (!speed || *speed == 0) return {};
  if (*speed != 0xffff) return static_cast<int>(*speed);
  const auto wide = fields.u32(extended);
  if (!wide || (*wide & most) == 0) return {};
  return static_cast<int>(*wide & most);
}

Fact<int> width_of(std::optional<std::uint16_t> bits) {
  return bits && *bits != 0 && *bits != 0xffff ? Fact<int>(*bits) : Fact<int>();
}

void fill_module(const SmbiosStructure& s, Dimm& dimm) {
  const auto& fields = s.fields();
  dimm.type = memory_type(fields.u8(0x12).value_or(2));
  dimm.manufacturer = s.text(0x17);
  dimm.serial = s.text(0x18);
  dimm.part = s.text(0x1a);
  dimm.total_width = width_of(fields.u16(0x08));
  dimm.data_width = width_of(fields.u16(0x0a));
  dimm.rated_mts = speed_of(fields, 0x15, 0x54);
  dimm.configured_mts = speed_of(fields, 0x20, 0x58);
  if (const int rank = fields.u8(0x1b).value_or(0) & 0xf) dimm.rank = rank;
}

}  // namespace

void decode_memory_device(const SmbiosStructure& s, SmbiosTables& tables) {
  Dimm dimm{.locator = s.text(0x10),
            .bank = s.text(0x11),
            .form_factor = form_factor(s.fields().u8(0x0e).value_or(2)),
            .array_handle = s.fields().u16(0x04).value_or(0)};
  const auto size = size_of(s.fields());
  dimm.bytes = size ? Fact<std::uint64_t>(*size)
                    : Fact<std::uint64_t>::unreadable("the firmware does not know its size");
  if (!size) s.problem("the size of memory module " + dimm.locator + " is unknown");
  // Empty slots carry texts like "NO DIMM" and the type that would fit: not facts of a module.
  if (dimm.is_filled()) fill_module(s, dimm);
  tables.dimms.push_back(std::move(dimm));
}

}  // namespace gpuproof
