// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Entry points (_SM_ and _SM3_) and the walk over the structures.
#include "harness/machine/smbios_parse.h"

#include <optional>

#include "harness/base/text.h"
#include "harness/machine/smbios_structure.h"

namespace gpuproof {
namespace {

constexpr std::size_t header_size = 4;
constexpr int end_of_table = 127;

struct EntryPoint {
  int version = 0;  // major * 256 + minor
  std::string version_text;
  std::size_t table_bytes = 0;  // exact for _SM_, an upper bound for _SM3_
};

bool sums_to_zero(std::string_view bytes) {
  unsigned sum = 0;
  for (const char c : bytes) sum += static_cast<unsigned char>(c);
  return (sum & 0xff) == 0;
}

std::optional<EntryPoint> read_entry_32(const LittleEndian& entry, SmbiosTables& tables) {
  constexpr std::size_t length = 0x05, major = 0x06, minor = 0x07, table_length = 0x16;
  const auto bytes = entry.u16(table_length);
  // A length of 0x1e instead of 0x1f is an old slip of firmware that Linux lets pass as well.
  if (!bytes || entry.size() < 0x1e) return std::nullopt;
  const std::size_t size = *entry.u8(length);
  if (!sums_to_zero(entry.bytes().substr(0, size)))
    add_smbios_problem(tables.problems, "the checksum of the entry point is wrong");
  if (!sums_to_zero(entry.bytes().substr(0x10, 0x0f)))
    add_smbios_problem(tables.problems, "the checksum of the table's description is wrong");
  return EntryPoint{*entry.u8(major) * 256 + *entry.u8(minor),
                    std::to_string(*entry.u8(major)) + "." + std::to_string(*entry.u8(minor)),
                    *bytes};
}

std::optional<EntryPoint> read_entry_64(const LittleEndian& entry, SmbiosTables& tables) {
  constexpr std::size_t length = 0x06, major = 0x07, minor = 0x08, revision = 0x09,
                        table_most = 0x0c;
  const auto bytes = entry.u32(table_most);
  if (!bytes || entry.size() < 0x18) return std::nullopt;
  if (!sums_to_zero(entry.bytes().substr(0, *entry.u8(length))))
    add_smbios_problem(tables.problems, "the checksum of the entry point is wrong");
  return EntryPoint{*entry.u8(major) * 256 + *entry.u8(minor),
                    std::to_string(*entry.u8(major)) + "." + std::to_string(*entry.u8(minor)) +
                        "." + std::to_string(*entry.u8(revision)),
                    *bytes};
}

EntryPoint read_entry_point(std::string_view bytes, SmbiosTables& tables) {
  const LittleEndian entry(bytes);
  std::optional<EntryPoint> found;
  if (starts_with(bytes, "_SM3_"))
    found = read_entry_64(entry, tables);
  else if (starts_with(bytes, "_SM_"))
    found = read_entry_32(entry, tables);
  if (found) return *found;
  add_smbios_problem(tables.problems, "the entry point is missing or damaged");
  return {.table_bytes = ~std::size_t{0}};
}

// Strings up to the empty one that ends them, and the bytes that they took; nullopt where the
// table ends first.
std::optional<std::size_t> read_strings(std::string_view rest,
                                        std::vector<std::string_view>& strings) {
  std::size_t at = 0;
  while (at < rest.size()) {
    const auto end = rest.find('\0', at);
    if (end == rest.npos) return std::nullopt;
    if (end == at) {
      // A structure without strings ends with two zeros, one with strings with one more.
      if (!strings.empty()) return at + 1;
      return at + 1 < rest.size() && rest[at + 1] == '\0' ? std::optional(at + 2) : std::nullopt;
    }
    strings.push_back(rest.substr(at, end - at));
    at = end + 1;
  }
  return std::nullopt;
}

std::string place_of(std::size_t at) { return "structure at byte " + std::to_string(at); }

// Decodes the structure at `at`; the offset of the next, npos behind the end mark, nullopt where
// the walk cannot go on.
std::optional<std::size_t> walk_one(std::string_view table, std::size_t at, int version,
                                    SmbiosTables& tables) {
  const auto rest = table.substr(at);
  const LittleEndian header(rest);
  const auto length = header.u8(1);
  if (rest.size() < header_size || *length < header_size || *length > rest.size()) {
    add_smbios_problem(tables.problems, place_of(at) + ": its length does not fit the table");
    return std::nullopt;
  }
  std::vector<std::string_view> strings;
  const auto taken = read_strings(rest.substr(*length), strings);
  const SmbiosStructure structure(rest.substr(0, *length), std::move(strings), tables.problems);
  if (structure.type() == end_of_table) return table.npos;
  decode_smbios(structure, version, tables);
  if (taken) return at + *length + *taken;
  add_smbios_problem(tables.problems, place_of(at) + ": its strings do not end");
  return std::nullopt;
}

}  // namespace

SmbiosFacts parse_smbios(std::string_view entry_point, std::string_view table) {
  SmbiosTables tables;
  const auto entry = read_entry_point(entry_point, tables);
  tables.version = entry.version_text;
  const bool exact = starts_with(entry_point, "_SM_");
  if (exact && entry.table_bytes > table.size())
    add_smbios_problem(tables.problems, "the table is cut: " + std::to_string(table.size()) +
                                            " of " + std::to_string(entry.table_bytes) + " bytes");
  table = table.substr(0, entry.table_bytes);
  if (table.size() < header_size) return SmbiosFacts::unreadable("SMBIOS: the table is empty");
  std::optional<std::size_t> at = 0;
  while (at && *at < table.size()) at = walk_one(table, *at, entry.version, tables);
  if (at == table.size())
    add_smbios_problem(tables.problems, "the table ends without its end mark");
  return tables;
}

}  // namespace gpuproof
