// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// EDAC error counters of memory, and what they gained since an earlier state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/facts/memory.h"

namespace gpuproof {

struct MemoryErrors {
  std::uint64_t corrected = 0, uncorrected = 0;
  std::uint64_t earlier_uncorrected = 0;  // counted before the earlier state already
  bool reset = false;       // a counter went down: driver reloaded, or the machine was restarted
  bool unreadable = false;  // a counter could not be read
  std::vector<std::string> places;  // "DIMM_A1: 3 corrected, 0 uncorrected", where there are any
  std::vector<std::string> labels;  // of these places
};

// Since the driver was loaded where `before` is nullptr.
MemoryErrors memory_errors(const std::vector<EdacController>* before,
                           const std::vector<EdacController>& now);

}  // namespace gpuproof
