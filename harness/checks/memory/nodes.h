// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// NUMA nodes as far as distance is concerned.
#pragma once

#include "harness/facts/memory.h"

namespace gpuproof {

// Nodes with processors: only between these can memory be far. 0 where unknown.
inline int nodes_with_processors(const MemoryFacts& memory) {
  int count = 0;
  if (memory.nodes)
    for (const auto& node : *memory.nodes) count += node.cpus.empty() ? 0 : 1;
  return count;
}

}  // namespace gpuproof
