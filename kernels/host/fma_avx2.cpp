// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Twelve accumulators of 32 bytes: two units of five clocks latency need ten; with the constant,
// thirteen of the sixteen registers are in use.
#if defined(__x86_64__)
#include <immintrin.h>

#include "kernels/host/fma_loops.h"

namespace gpuproof::kernels {
namespace {

struct Fp32 {
  using Element = float;
  using Vector = __m256;
  static constexpr std::size_t accumulators = 12, lanes = 8;
  static __m256 broadcast(float x) { return _mm256_set1_ps(x); }
  static __m256 load(const float* from) { return _mm256_loadu_ps(from); }
  static void store(float* to, __m256 x) { _mm256_storeu_ps(to, x); }
  static __m256 step(__m256 x, __m256 c) { return _mm256_fnmadd_ps(x, x, c); }
};

struct Fp64 {
  using Element = double;
  using Vector = __m256d;
  static constexpr std::size_t accumulators = 12, lanes = 4;
  static __m256d broadcast(double x) { return _mm256_set1_pd(x); }
  static __m256d load(const double* from) { return _mm256_loadu_pd(from); }
  static void store(double* to, __m256d x) { _mm256_storeu_pd(to, x); }
  static __m256d step(__m256d x, __m256d c) { return _mm256_fnmadd_pd(x, x, c); }
};

}  // namespace

const FmaKernels fma_avx2{InstructionSet::avx2, true, Fp32::lanes, Fp64::lanes, fma_loop<Fp32>(),
                          fma_loop<Fp64>()};

}  // namespace gpuproof::kernels
#endif
