// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Streaming kernels over main memory. Any n, any 8-byte alignment; arrays do not overlap.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/host/instruction_set.h"

namespace gpuproof::kernels {

struct StreamKernels {
  InstructionSet set;
  const char* stores;  // "non-temporal": past the caches, without reading the line first
  // Sum of the words modulo 2^64: exact in any order.
  std::uint64_t (*read)(const std::uint64_t* words, std::size_t n);
  void (*copy)(std::uint64_t* to, const std::uint64_t* from, std::size_t n);
  // a = b + s * c, fused or not: choose values for which both are exact.
  void (*triad)(double* a, const double* b, const double* c, double s, std::size_t n);
};

extern const StreamKernels stream_scalar;
#if defined(__x86_64__)
extern const StreamKernels stream_avx2, stream_avx512;
#endif

}  // namespace gpuproof::kernels
