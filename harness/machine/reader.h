// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One reader per source: harness/machine/<name>.cpp registers it. Readers fill their part of the
// snapshot and never throw for what a machine lacks: that is a fact.
#pragma once

#include <string>

#include "harness/base/registry.h"
#include "harness/facts/snapshot.h"
#include "harness/machine/host.h"

namespace gpuproof {

struct Reader {
  std::string name;  // cpu, memory, pci, ...
  void (*read)(const Host&, Snapshot&) = nullptr;
};

// All readers, then what needs two sources (slot labels of PCI devices). A reader that throws
// leaves its part unreadable and a line in `problems`.
Snapshot take_snapshot(const Host&, std::vector<std::string>* problems = nullptr);

}  // namespace gpuproof
