// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// 64-byte vectors: one store fills a line.
#if defined(__x86_64__)
#include <immintrin.h>

#include "kernels/host/stream_loops.h"

namespace gpuproof::kernels {
namespace {

struct Avx512 {
  static constexpr std::size_t lanes = 8;
  using Words = __m512i;
  static __m512i zero() { return _mm512_setzero_si512(); }
  static __m512i load(const std::uint64_t* from) { return _mm512_loadu_si512(from); }
  static __m512i add(__m512i x, __m512i y) { return _mm512_add_epi64(x, y); }
  static void store(std::uint64_t* to, __m512i x) { _mm512_storeu_si512(to, x); }
  static void stream(std::uint64_t* to, __m512i x) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), x);
  }
  static __m512d broadcast(double x) { return _mm512_set1_pd(x); }
  static __m512d load(const double* from) { return _mm512_loadu_pd(from); }
  static __m512d multiply_add(__m512d x, __m512d y, __m512d z) { return _mm512_fmadd_pd(x, y, z); }
  static void stream(double* to, __m512d x) { _mm512_stream_pd(to, x); }
  static void fence() { _mm_sfence(); }
};

}  // namespace

const StreamKernels stream_avx512 = vector_stream<Avx512>(InstructionSet::avx512);

}  // namespace gpuproof::kernels
#endif
