// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// How well a part fits a line of the parts list.
#pragma once

#include <string>
#include <vector>

#include "harness/checks/inventory/found_parts.h"

namespace gpuproof {

struct PartFit {
  std::vector<std::string> differences;  // "firmware 1.0 instead of 2.0"
  std::vector<std::string> unknown;      // wanted, and not known of this part
  bool same_serial = false, same_slot = false, same_model = false;
  bool fits() const { return differences.empty(); }
};

PartFit fit(const Part& wanted, const FoundPart& found);

// "2 x gpu NVIDIA H100 in slot PCIE1"
std::string part_text(const Part&);

// The lines of one kind against what is there.
struct Deviation {
  enum class Kind { missing, other, moved, extra } kind = Kind::missing;
  const Part* wanted = nullptr;      // not for extra
  const FoundPart* found = nullptr;  // not for missing
  std::vector<std::string> differences;
};
struct PartsVerdict {
  std::vector<Deviation> deviations;
  std::vector<std::string> unknown;
  int matched = 0, wanted = 0;
};
PartsVerdict match_parts(const std::vector<const Part*>& wanted,
                         const std::vector<FoundPart>& found);

}  // namespace gpuproof
