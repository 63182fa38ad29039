// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// How large the arrays of a memory benchmark are: beyond every cache, within free memory.
#pragma once

#include <filesystem>
#include <optional>

#include "harness/base/units.h"

namespace gpuproof {

// What can be used without swapping: MemAvailable, and what the memory cgroup leaves; nullopt
// where the kernel tells neither.
std::optional<Bytes> available_memory(const std::filesystem::path& root = "/");

struct ArraySize {
  Bytes bytes = 0;           // of each array
  bool beyond_cache = true;  // at least 4 x the last-level caches
};
// `arrays` of them, half of the available memory at most. An unknown cache sum counts as beyond
// no cache.
ArraySize array_size(int arrays, std::optional<Bytes> last_level_sum,
                     std::optional<Bytes> available);

}  // namespace gpuproof
