// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// 32-byte vectors: two stores fill a line.
#if defined(__x86_64__)
#include <immintrin.h>

#include "kernels/host/stream_loops.h"

namespace gpuproof::kernels {
namespace {

struct Avx2 {
  static constexpr std::size_t lanes = 4;
  using Words = __m256i;
  static __m256i zero() { return _mm256_setzero_si256(); }
  static __m256i load(const std::uint64_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  static __m256i add(__m256i x, __m256i y) { return _mm256_add_epi64(x, y); }
  static void store(std::uint64_t* to, __m256i x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), x);
  }
  static void stream(std::uint64_t* to, __m256i x) {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), x);
  }
  static __m256d broadcast(double x) { return _mm256_set1_pd(x); }
  static __m256d load(const double* from) { return _mm256_loadu_pd(from); }
  static __m256d multiply_add(__m256d x, __m256d y, __m256d z) { return _mm256_fmadd_pd(x, y, z); }
  static void stream(double* to, __m256d x) { _mm256_stream_pd(to, x); }
  static void fence() { _mm_sfence(); }
};

}  // namespace

const StreamKernels stream_avx2 = vector_stream<Avx2>(InstructionSet::avx2);

}  // namespace gpuproof::kernels
#endif
