// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One SMBIOS structure: a formatted area of numbers, then strings that it names by index.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/base/little_endian.h"
#include "harness/facts/smbios.h"

namespace gpuproof {

class SmbiosStructure {
 public:
  SmbiosStructure(std::string_view formatted, std::vector<std::string_view> strings,
                  std::vector<std::string>& problems)
      : fields_(formatted), strings_(std::move(strings)), problems_(&problems) {}

  int type() const { return fields_.u8(0).value_or(127); }
  int handle() const { return fields_.u16(2).value_or(0); }
  std::size_t length() const { return fields_.size(); }
  // Fields behind the end of the formatted area belong to newer versions of the standard: nullopt.
  const LittleEndian& fields() const { return fields_; }
  // The text that the index at `offset` names; empty for index 0; a problem beyond the last.
  std::string text(std::size_t offset) const;
  void problem(const std::string& what) const;

 private:
  LittleEndian fields_;
  std::vector<std::string_view> strings_;
  std::vector<std::string>* problems_;
};

void add_smbios_problem(std::vector<std::string>& problems, const std::string& what);

// Puts what the structure says into its place; types that gpuproof does not use are ignored.
// `version` is major * 256 + minor.
void decode_smbios(const SmbiosStructure&, int version, SmbiosTables&);
// Type 17, in a file of its own.
void decode_memory_device(const SmbiosStructure&, SmbiosTables&);
// Type 9, in a file of its own.
void decode_slot(const SmbiosStructure&, SmbiosTables&);

}  // namespace gpuproof
