// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Sixteen accumulators of 64 bytes: two units of four clocks latency need eight.
#if defined(__x86_64__)
#include <immintrin.h>

#include "kernels/host/fma_loops.h"

namespace gpuproof::kernels {
namespace {

struct Fp32 {
  using Element = float;
  using Vector = __m512;
  static constexpr std::size_t accumulators = 16, lanes = 16;
  static __m512 broadcast(float x) { return _mm512_set1_ps(x); }
  static __m512 load(const float* from) { return _mm512_loadu_ps(from); }
  static void store(float* to, __m512 x) { _mm512_storeu_ps(to, x); }
  static __m512 step(__m512 x, __m512 c) { return _mm512_fnmadd_ps(x, x, c); }
};

struct Fp64 {
  using Element = double;
  using Vector = __m512d;
  static constexpr std::size_t accumulators = 16, lanes = 8;
  static __m512d broadcast(double x) { return _mm512_set1_pd(x); }
  static __m512d load(const double* from) { return _mm512_loadu_pd(from); }
  static void store(double* to, __m512d x) { _mm512_storeu_pd(to, x); }
  static __m512d step(__m512d x, __m512d c) { return _mm512_fnmadd_pd(x, x, c); }
};

}  // namespace

const FmaKernels fma_avx512{
    InstructionSet::avx512, true, Fp32::lanes, Fp64::lanes, fma_loop<Fp32>(), fma_loop<Fp64>()};

}  // namespace gpuproof::kernels
#endif
