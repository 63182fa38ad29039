// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The parts of a machine in the shape of a parts list.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/checks/check.h"

namespace gpuproof {

struct FoundPart {
  std::string model, firmware, slot, serial, pci_id;  // empty: not known
  std::optional<std::uint64_t> bytes;
  Subject subject;
};

struct FoundParts {
  std::vector<FoundPart> parts;
  std::string gap;  // why they cannot be listed; empty: they can
};

// kind: gpu, dimm, drive, nic, cpu, supply, board, bios.
FoundParts found_parts(const CheckContext&, const Snapshot&, const std::string& kind);
const std::vector<std::string>& part_kinds();

}  // namespace gpuproof
