// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Plain loops for any CPU; the compiler may use the vectors of its base line.
#include "kernels/host/stream.h"

namespace gpuproof::kernels {
namespace {

std::uint64_t read(const std::uint64_t* words, std::size_t n) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += words[i];
  return sum;
}

void copy(std::uint64_t* __restrict to, const std::uint64_t* __restrict from, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) to[i] = from[i];
}

void triad(double* __restrict a, const double* __restrict b, const double* __restrict c, double s,
           std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
}

}  // namespace

const StreamKernels stream_scalar{InstructionSet::scalar, "regular", read, copy, triad};

}  // namespace gpuproof::kernels
