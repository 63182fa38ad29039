// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a kernel costs and touches: a file per unit of kernels/ registers its entries. A kernel
// without one cannot be launched on the virtual GPU.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/registry.h"

namespace gpuproof::vgpu {

// Of one launch as it is executed, in miniature; the cost is that of the nominal size, which is so
// many times larger as the scenario says. Fixed work is not made in miniature.
struct KernelWork {
  double bytes = 0;       // of device memory, read and written
  double operations = 0;  // FLOP, or what the rate counts
  std::string rate;       // of the scenario's rates, with operations: "fma.fp32"
  double fixed_ns = 0;    // the same in every size
};

// Arguments as a launch hands them over; places are those in the parameter list.
struct KernelModel {
  std::string name;
  KernelWork (*work)(void* const* arguments);
  // Pointers to arrays it reads and to arrays it writes as a whole, as a function of those and of
  // its other arguments alone: such a call may be repeated without being executed again.
  std::vector<std::size_t> reads, writes;
  // A pointer to a 64-bit number to which it adds what depends on `reads` and other arguments
  // alone.
  std::optional<std::size_t> adds_to;
  // Its results are the same with every grid: one execution stands for all of them.
  bool any_grid = false;

  bool repeatable() const { return !writes.empty() || adds_to; }
};

template <class T>
T argument(void* const* arguments, std::size_t place) {
  T value;
  std::memcpy(&value, arguments[place], sizeof value);
  return value;
}

}  // namespace gpuproof::vgpu
