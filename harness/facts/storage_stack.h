// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// From an array, mapping or partition down to the disks it lies on.
#pragma once

#include <vector>

#include "harness/facts/storage.h"

namespace gpuproof {

// Each disk once, in order of the members; the device itself where it is a disk.
std::vector<const BlockDevice*> disks_below(const StorageFacts&, const BlockDevice&);

}  // namespace gpuproof
