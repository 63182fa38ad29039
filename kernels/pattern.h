// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Test data as pure functions of a seed and a position: whoever checks makes it anew, on the GPU
// or the host. Positions count from the start of the array.
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define GPUPROOF_ANYWHERE __host__ __device__ __forceinline__
#else
#define GPUPROOF_ANYWHERE inline
#endif

namespace gpuproof::pattern {

// 64 random-looking bits (the finaliser of SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
GPUPROOF_ANYWHERE std::uint64_t word(std::uint64_t seed, std::uint64_t position) {
  std::uint64_t z = seed + (position + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Two multiplications for 64 bits: for kernels that write as fast as memory takes it.
GPUPROOF_ANYWHERE std::uint64_t quick_word(std::uint64_t seed, std::uint64_t position) {
  const std::uint64_t z = (position ^ seed) * 0x9E3779B97F4A7C15u;
  return z ^ (z >> 32);
}

// Whole numbers from 0 to 1023: sums and products of few of them are exact in 32-bit floats.
GPUPROOF_ANYWHERE float number(std::uint64_t seed, std::uint64_t position) {
  return static_cast<float>(word(seed, position) >> 54);
}

}  // namespace gpuproof::pattern
