// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The streaming loops over a vector type V, for the units of one instruction set. V must live in
// an unnamed namespace: then these templates are private to the unit.
//
// A slice is walked in several places at once. Hardware prefetchers follow each 4 KiB page on its
// own, so a core that walks one place has too few lines on their way: four gave 1.3 to 1.4 times
// the rate of one on Sapphire Rapids, where software prefetch gave 1.05. Reads gain a little more
// from eight; beside non-temporal stores eight lose again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/host/stream.h"

namespace gpuproof::kernels {

constexpr std::size_t line = 8;  // elements of 8 bytes in a line

// Elements before `to` reaches a line: a line half written past the caches costs a whole one.
template <class V>
std::size_t elements_to_line(const void* to, std::size_t n) {
  const auto beyond = reinterpret_cast<std::uintptr_t>(to) / 8 % line;
  const std::size_t missing = beyond ? line - beyond : 0;
  return missing < n ? missing : n;
}

// vector(i) for every vector of whole lines from `begin`; returns the first element left over.
template <class V, std::size_t streams, class Vector>
std::size_t in_streams(std::size_t begin, std::size_t n, Vector vector) {
  const std::size_t length = (n - begin) / streams / line * line;
  for (std::size_t i = begin; i < begin + length; i += line)
#pragma GCC unroll 8
    for (std::size_t stream = 0; stream < streams; ++stream)
#pragma GCC unroll 2
      for (std::size_t k = 0; k < line; k += V::lanes) vector(i + stream * length + k, stream);
  return begin + streams * length;
}

template <class V>
std::uint64_t read_words(const std::uint64_t* words, std::size_t n) {
  constexpr std::size_t streams = 8;
  typename V::Words sums[streams];
  for (auto& sum : sums) sum = V::zero();
  std::size_t i = in_streams<V, streams>(0, n, [&](std::size_t at, std::size_t stream) {
    sums[stream] = V::add(sums[stream], V::load(words + at));
  });
  std::uint64_t parts[V::lanes], sum = 0;
  for (std::size_t stream = 1; stream < streams; ++stream) sums[0] = V::add(sums[0], sums[stream]);
  V::store(parts, sums[0]);
  for (const auto part : parts) sum += part;
  for (; i < n; ++i) sum += words[i];
  return sum;
}

template <class V>
void copy_words(std::uint64_t* to, const std::uint64_t* from, std::size_t n) {
  const auto first = elements_to_line<V>(to, n);
  for (std::size_t i = 0; i < first; ++i) to[i] = from[i];
  std::size_t i = in_streams<V, 4>(
      first, n, [&](std::size_t at, std::size_t) { V::stream(to + at, V::load(from + at)); });
  for (; i < n; ++i) to[i] = from[i];
  V::fence();
}

template <class V>
void triad_doubles(double* a, const double* b, const double* c, double s, std::size_t n) {
  const auto factor = V::broadcast(s);
  const auto first = elements_to_line<V>(a, n);
  for (std::size_t i = 0; i < first; ++i) a[i] = b[i] + s * c[i];
  std::size_t i = in_streams<V, 4>(first, n, [&](std::size_t at, std::size_t) {
    V::stream(a + at, V::multiply_add(factor, V::load(c + at), V::load(b + at)));
  });
  for (; i < n; ++i) a[i] = b[i] + s * c[i];
  V::fence();
}

template <class V>
constexpr StreamKernels vector_stream(InstructionSet set) {
  return {set, "non-temporal", read_words<V>, copy_words<V>, triad_doubles<V>};
}

}  // namespace gpuproof::kernels
