// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/facts/storage_stack.h"

#include <algorithm>

namespace gpuproof {
namespace {

constexpr int deepest_stack = 16;  // deeper is a loop in a damaged record

void collect(const StorageFacts& storage, const BlockDevice& device, int depth,
             std::vector<const BlockDevice*>& disks) {
  if (device.kind == "disk") {
    if (std::find(disks.begin(), disks.end(), &device) == disks.end()) disks.push_back(&device);
    return;
  }
  if (depth == deepest_stack) return;
  for (const auto& name : device.members)
    if (const auto* member = storage.find(name)) collect(storage, *member, depth + 1, disks);
}

}  // namespace

std::vector<const BlockDevice*> disks_below(const StorageFacts& storage,
                                            const BlockDevice& device) {
  std::vector<const BlockDevice*> disks;
  collect(storage, device, 0, disks);
  return disks;
}

}  // namespace gpuproof
