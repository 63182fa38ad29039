// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Builds SMBIOS tables byte by byte for tests.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gpuproof {

// One structure: `at(offset, size, value)` and `text(offset, "...")` fill its formatted area.
class SmbiosRecord {
 public:
  SmbiosRecord(int type, int handle, std::size_t length) : bytes_(length, '\0') {
    at(0, 1, static_cast<std::uint64_t>(type));
    at(1, 1, length);
    at(2, 2, static_cast<std::uint64_t>(handle));
  }
  SmbiosRecord& at(std::size_t offset, std::size_t size, std::uint64_t value) {
    for (std::size_t i = 0; i < size; ++i)
      bytes_.at(offset + i) = static_cast<char>(value >> (8 * i) & 0xff);
    return *this;
  }
  SmbiosRecord& text(std::size_t offset, const std::string& text) {
    strings_.push_back(text);
    return at(offset, 1, strings_.size());
  }
  std::string bytes() const {
    std::string all = bytes_;
    for (const auto& string : strings_) all += string + '\0';
    return all + (strings_.empty() ? std::string(2, '\0') : std::string(1, '\0'));
  }

 private:
  std::string bytes_;
  std::vector<std::string> strings_;
};

inline void fix_checksum(std::string& bytes, std::size_t at, std::size_t from, std::size_t length) {
  bytes[at] = 0;
  unsigned sum = 0;
  for (std::size_t i = from; i < from + length; ++i) sum += static_cast<unsigned char>(bytes[i]);
  bytes[at] = static_cast<char>(-sum & 0xff);
}

inline std::string entry_point_64(std::size_t table_bytes, int major = 3, int minor = 5) {
  std::string e(0x18, '\0');
  e.replace(0, 5, "_SM3_");
  e[6] = 0x18;
  e[7] = static_cast<char>(major);
  e[8] = static_cast<char>(minor);
  e[0x0a] = 1;
  for (std::size_t i = 0; i < 4; ++i)
    e[0x0c + i] = static_cast<char>(table_bytes >> (8 * i) & 0xff);
  fix_checksum(e, 5, 0, 0x18);
  return e;
}

inline std::string entry_point_32(std::size_t table_bytes, int major = 2, int minor = 8) {
  std::string e(0x1f, '\0');
  e.replace(0, 4, "_SM_");
  e[5] = 0x1f;
  e[6] = static_cast<char>(major);
  e[7] = static_cast<char>(minor);
  e.replace(0x10, 5, "_DMI_");
  e[0x16] = static_cast<char>(table_bytes & 0xff);
  e[0x17] = static_cast<char>(table_bytes >> 8 & 0xff);
  fix_checksum(e, 0x15, 0x10, 0x0f);
  fix_checksum(e, 4, 0, 0x1f);
  return e;
}

inline SmbiosRecord end_record() { return {127, 0xfeff, 4}; }

inline std::string table_of(const std::vector<SmbiosRecord>& records) {
  std::string table;
  for (const auto& record : records) table += record.bytes();
  return table + end_record().bytes();
}

inline SmbiosRecord dimm_record(int handle, std::uint64_t size_word, const std::string& locator) {
  return SmbiosRecord(17, handle, 0x5c)
      .at(0x04, 2, 0x10)
      .at(0x08, 2, 80)
      .at(0x0a, 2, 64)
      .at(0x0c, 2, size_word)
      .at(0x0e, 1, 0x09)
      .at(0x12, 1, 0x22)
      .at(0x15, 2, 4800)
      .at(0x1b, 1, 2)
      .at(0x20, 2, 4400)
      .text(0x10, locator)
      .text(0x11, "BANK 0")
      .text(0x17, "Maker")
      .text(0x18, "S-1")
      .text(0x1a, "P-1");
}

inline SmbiosRecord slot_record(int type, const std::string& label, int bus, int device) {
  return SmbiosRecord(9, 0x90, 0x13)
      .text(0x04, label)
      .at(0x05, 1, static_cast<std::uint64_t>(type))
      .at(0x06, 1, 0x0d)
      .at(0x07, 1, 4)
      .at(0x0f, 1, static_cast<std::uint64_t>(bus))
      .at(0x10, 1, static_cast<std::uint64_t>(device) << 3);
}

}  // namespace gpuproof
