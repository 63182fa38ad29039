// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// SMBIOS type 9: expansion slots with their label, generation, lanes and PCI address.
#include <fmt/core.h>

#include <array>
#include <optional>

#include "harness/machine/smbios_structure.h"

namespace gpuproof {
namespace {

struct SlotType {
  std::string name;
  Fact<int> generation;
};

// 0xa5..0xc3: six codes a generation (any length, x1, x2, x4, x8, x16), with 0xb7 left out.
// Firmware writes the first six for slots of any generation, so they say none.
std::optional<SlotType> express_type(int code) {
  constexpr int first = 0xa5, left_out = 0xb7, last = 0xc3;
  constexpr std::array<const char*, 6> lengths{"", " x1", " x2", " x4", " x8", " x16"};
  if (code < first || code > last || code == left_out) return std::nullopt;
  const int index = code - first - (code > left_out ? 1 : 0);
  const int generation = index / 6 + 1;
  const auto* length = lengths[static_cast<std::size_t>(index % 6)];
  if (generation == 1) return SlotType{std::string("PCI Express") + length, {}};
  return SlotType{"PCI Express " + std::to_string(generation) + length, generation};
}

SlotType type_of(int code) {
  if (const auto express = express_type(code)) return *express;
  switch (code) {
    case 0x06:
      return {"PCI", {}};
    case 0x0c:
      return {"I/O Riser Card", {}};
    case 0x14:
      return {"M.2 Socket 1-DP", {}};
    case 0x15:
      return {"M.2 Socket 1-SD", {}};
    case 0x16:
      return {"M.2 Socket 2", {}};
    case 0x17:
      return {"M.2 Socket 3", {}};
    case 0x1f:
      return {"PCI Express 2 SFF-8639 (U.2)", 2};
    case 0x20:
      return {"PCI Express 3 SFF-8639 (U.2)", 3};
    case 0x24:
      return {"PCI Express 4 SFF-8639 (U.2)", 4};
    case 0x25:
      return {"PCI Express 5 SFF-8639 (U.2)", 5};
    case 0x26:
      return {"OCP NIC 3.0 Small Form Factor", {}};
    case 0x27:
      return {"OCP NIC 3.0 Large Form Factor", {}};
    case 0x28:
      return {"OCP NIC", {}};
    case 0x30:
      return {"CXL Flexbus 1.0", {}};
    case 0xc4:
      return {"PCI Express 6", 6};
    case 0xc5:
      return {"EDSFF E1", {}};
    case 0xc6:
      return {"EDSFF E3", {}};
    default:
      return {"code " + std::to_string(code), {}};
  }
}

// The lanes that are wired, not those that the connector has room for.
Fact<int> lanes_of(std::optional<std::uint8_t> code) {
  switch (code.value_or(0)) {
    case 0x08:
      return 1;
    case 0x09:
      return 2;
    case 0x0a:
      return 4;
    case 0x0b:
      return 8;
    case 0x0c:
      return 12;
    case 0x0d:
      return 16;
    case 0x0e:
      return 32;
    default:
      return {};
  }
}

Fact<bool> in_use(std::optional<std::uint8_t> code) {
  if (code == 3) return false;
  if (code == 4) return true;
  return {};
}

Fact<std::string> address_of(const LittleEndian& fields) {
  const auto segment = fields.u16(0x0d);
  const auto bus = fields.u8(0x0f), function = fields.u8(0x10);
  if (!segment || !bus || !function) return {};
  // All ones and all zeros both say that the firmware knows no address.
  if (*bus == 0xff || *segment == 0xffff || (*segment | *bus | *function) == 0) return {};
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", *segment, *bus, *function >> 3, *function & 7);
}

// Since 3.4, behind the peer devices: the generation where the type does not tell it.
Fact<int> told_generation(const LittleEndian& fields) {
  const auto peers = fields.u8(0x12);
  const auto told = peers ? fields.u8(0x13 + std::size_t{5} * *peers) : std::nullopt;
  return told && *told >= 1 && *told <= 7 ? Fact<int>(*told) : Fact<int>();
}

}  // namespace

void decode_slot(const SmbiosStructure& s, SmbiosTables& tables) {
  const auto& fields = s.fields();
  const auto type = type_of(fields.u8(0x05).value_or(2));
  tables.slots.push_back({.label = s.text(0x04),
                          .type = type.name,
                          .lanes = lanes_of(fields.u8(0x06)),
                          .generation = type.generation ? type.generation : told_generation(fields),
                          .in_use = in_use(fields.u8(0x07)),
                          .pci_address = address_of(fields)});
}

}  // namespace gpuproof
