// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Four independent loads per thread and array are in flight before the first is used: at three
// arrays of 16 bytes that covers the latency of HBM with half-full multiprocessors.
#include "kernels/stream.h"

#include <type_traits>

#include "kernels/dev.h"
#include "kernels/pattern.h"

using namespace gpuproof;

namespace {

constexpr int in_flight = 4;

__device__ __forceinline__ std::uint64_t sum_of(uint4 v) {
  return (std::uint64_t{v.y} << 32 | v.x) + (std::uint64_t{v.w} << 32 | v.z);
}

__device__ __forceinline__ uint4 quick_words(std::uint64_t seed, std::uint64_t element) {
  const auto low = pattern::quick_word(seed, 2 * element);
  const auto high = pattern::quick_word(seed, 2 * element + 1);
  return make_uint4(static_cast<unsigned>(low), static_cast<unsigned>(low >> 32),
                    static_cast<unsigned>(high), static_cast<unsigned>(high >> 32));
}

__device__ __forceinline__ float4 triad_of(float4 b, float4 c, float scale) {
  return make_float4(dev::fma(scale, c.x, b.x), dev::fma(scale, c.y, b.y),
                     dev::fma(scale, c.z, b.z), dev::fma(scale, c.w, b.w));
}

}  // namespace

KERNEL(stream_read, const uint4* __restrict__ in, std::uint64_t n, unsigned long long* sum) {
  const auto stride = dev::thread_count();
  std::uint64_t total = 0;
  auto i = dev::thread_index();
  for (; i + (in_flight - 1) * stride < n; i += in_flight * stride) {
    uint4 v[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) v[k] = dev::load_once(in + i + k * stride);
#pragma unroll
    for (int k = 0; k < in_flight; ++k) total += sum_of(v[k]);
  }
  for (; i < n; i += stride) total += sum_of(dev::load_once(in + i));
  dev::add_of_block(total, sum);
}

KERNEL(stream_write, uint4* __restrict__ out, std::uint64_t n, std::uint64_t seed) {
  const auto stride = dev::thread_count();
  for (auto i = dev::thread_index(); i < n; i += stride)
    dev::store_once(out + i, quick_words(seed, i));
}

KERNEL(stream_copy, const uint4* __restrict__ in, uint4* __restrict__ out, std::uint64_t n) {
  const auto stride = dev::thread_count();
  auto i = dev::thread_index();
  for (; i + (in_flight - 1) * stride < n; i += in_flight * stride) {
    uint4 v[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) v[k] = dev::load_once(in + i + k * stride);
#pragma unroll
    for (int k = 0; k < in_flight; ++k) dev::store_once(out + i + k * stride, v[k]);
  }
  for (; i < n; i += stride) dev::store_once(out + i, dev::load_once(in + i));
}

KERNEL(stream_triad, const float4* __restrict__ b, const float4* __restrict__ c,
       float4* __restrict__ a, float scale, std::uint64_t n) {
  const auto stride = dev::thread_count();
  auto i = dev::thread_index();
  for (; i + (in_flight - 1) * stride < n; i += in_flight * stride) {
    float4 x[in_flight], y[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      x[k] = dev::load_once(b + i + k * stride);
      y[k] = dev::load_once(c + i + k * stride);
    }
#pragma unroll
    for (int k = 0; k < in_flight; ++k)
      dev::store_once(a + i + k * stride, triad_of(x[k], y[k], scale));
  }
  for (; i < n; i += stride)
    dev::store_once(a + i, triad_of(dev::load_once(b + i), dev::load_once(c + i), scale));
}

static_assert(std::is_same_v<decltype(stream_read), stream_read_sig>);
static_assert(std::is_same_v<decltype(stream_write), stream_write_sig>);
static_assert(std::is_same_v<decltype(stream_copy), stream_copy_sig>);
static_assert(std::is_same_v<decltype(stream_triad), stream_triad_sig>);
