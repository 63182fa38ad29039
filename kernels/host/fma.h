// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Register-resident multiply-add loops: many independent chains x -> c - x*x. With c near 1.8 the
// map is chaotic in [-2, 2]: the bits keep changing, and no compiler can shorten it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/host/instruction_set.h"

namespace gpuproof::kernels {

template <class T>
struct FmaLoop {
  std::size_t chains;  // independent values: accumulators x lanes
  // Advances each of the chains, 2 x chains x iterations FLOP.
  void (*run)(T* values, T c, std::uint64_t iterations);
};

struct FmaKernels {
  InstructionSet set;
  bool fused;  // one rounding per step, as std::fma; otherwise two
  std::size_t lanes_fp32, lanes_fp64;
  FmaLoop<float> fp32;
  FmaLoop<double> fp64;
};

extern const FmaKernels fma_scalar;
#if defined(__x86_64__)
extern const FmaKernels fma_avx2, fma_avx512;
#endif

}  // namespace gpuproof::kernels
