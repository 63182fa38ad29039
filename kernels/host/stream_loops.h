// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The streaming loops over a vector type V, for the units of one instruction set. V must live in
// an unnamed namespace: then these templates are private to the unit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/host/stream.h"

namespace gpuproof::kernels {

template <class V>
constexpr std::size_t stream_block = 4 * V::lanes;

// Elements before `to` reaches a vector boundary, which non-temporal stores need.
template <class V>
std::size_t head(const void* to, std::size_t n) {
  const auto beyond = reinterpret_cast<std::uintptr_t>(to) / 8 % V::lanes;
  const std::size_t missing = beyond ? V::lanes - beyond : 0;
  return missing < n ? missing : n;
}

template <class V>
std::uint64_t read_words(const std::uint64_t* words, std::size_t n) {
  auto sum0 = V::zero(), sum1 = V::zero(), sum2 = V::zero(), sum3 = V::zero();
  std::size_t i = 0;
  for (; i + stream_block<V> <= n; i += stream_block<V>) {
    sum0 = V::add(sum0, V::load(words + i));
    sum1 = V::add(sum1, V::load(words + i + V::lanes));
    sum2 = V::add(sum2, V::load(words + i + 2 * V::lanes));
    sum3 = V::add(sum3, V::load(words + i + 3 * V::lanes));
  }
  alignas(64) std::uint64_t parts[V::lanes];
  V::stream(parts, V::add(V::add(sum0, sum1), V::add(sum2, sum3)));
  V::fence();
  std::uint64_t sum = 0;
  for (const auto part : parts) sum += part;
  for (; i < n; ++i) sum += words[i];
  return sum;
}

template <class V>
void copy_words(std::uint64_t* to, const std::uint64_t* from, std::size_t n) {
  std::size_t i = 0;
  for (const auto first = head<V>(to, n); i < first; ++i) to[i] = from[i];
  for (; i + stream_block<V> <= n; i += stream_block<V>)
#pragma GCC unroll 4
    for (std::size_t k = 0; k < stream_block<V>; k += V::lanes)
      V::stream(to + i + k, V::load(from + i + k));
  for (; i < n; ++i) to[i] = from[i];
  V::fence();
}

template <class V>
void triad_doubles(double* a, const double* b, const double* c, double s, std::size_t n) {
  const auto factor = V::broadcast(s);
  std::size_t i = 0;
  for (const auto first = head<V>(a, n); i < first; ++i) a[i] = b[i] + s * c[i];
  for (; i + stream_block<V> <= n; i += stream_block<V>)
#pragma GCC unroll 4
    for (std::size_t k = 0; k < stream_block<V>; k += V::lanes)
      V::stream(a + i + k, V::multiply_add(factor, V::load(c + i + k), V::load(b + i + k)));
  for (; i < n; ++i) a[i] = b[i] + s * c[i];
  V::fence();
}

template <class V>
constexpr StreamKernels vector_stream(InstructionSet set) {
  return {set, "non-temporal", read_words<V>, copy_words<V>, triad_doubles<V>};
}

}  // namespace gpuproof::kernels
