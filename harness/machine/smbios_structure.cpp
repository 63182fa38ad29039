// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/smbios_structure.h"

#include "harness/base/text.h"

namespace gpuproof {

// A table of noise must not become a report of megabytes.
void add_smbios_problem(std::vector<std::string>& problems, const std::string& what) {
  constexpr std::size_t most = 50;
  if (problems.size() < most)
    problems.push_back(what);
  else if (problems.size() == most)
    problems.push_back("more problems were left out");
}

std::string SmbiosStructure::text(std::size_t offset) const {
  const auto index = fields_.u8(offset).value_or(0);
  if (index == 0) return "";
  if (index > strings_.size()) {
    problem("names string " + std::to_string(index) + " of " + std::to_string(strings_.size()));
    return "";
  }
  return clean_text(trim(strings_[index - 1u]));
}

void SmbiosStructure::problem(const std::string& what) const {
  add_smbios_problem(*problems_, "structure of type " + std::to_string(type()) + ", handle " +
                                     std::to_string(handle()) + ": " + what);
}

}  // namespace gpuproof
