// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/check.h"

#include <type_traits>

#include "kernels/dev.h"
#include "kernels/pattern.h"

using namespace gpuproof;

namespace {

__device__ __forceinline__ uint4 pair(std::uint64_t low, std::uint64_t high) {
  return make_uint4(static_cast<unsigned>(low), static_cast<unsigned>(low >> 32),
                    static_cast<unsigned>(high), static_cast<unsigned>(high >> 32));
}
__device__ __forceinline__ std::uint64_t low_of(uint4 v) { return std::uint64_t{v.y} << 32 | v.x; }
__device__ __forceinline__ std::uint64_t high_of(uint4 v) { return std::uint64_t{v.w} << 32 | v.z; }

__device__ __forceinline__ void note(bool wrong, std::uint64_t position, DeviceMismatches& mine) {
  if (!wrong) return;
  if (mine.count++ == 0) mine.first = position;
}

// Called by all threads of the block.
__device__ __forceinline__ void report(const DeviceMismatches& mine, DeviceMismatches* all) {
  dev::add_of_block(mine.count, &all->count);
  if (mine.count > 0) atomicMin(&all->first, mine.first);
}

template <class Word>
__device__ __forceinline__ void check_pairs(const uint4* data, std::uint64_t n, Word word,
                                            DeviceMismatches* all) {
  DeviceMismatches mine{0, ~0ull};
  for (auto i = dev::thread_index(); i < n; i += dev::thread_count()) {
    const auto found = dev::load_fresh(data + i);
    note(low_of(found) != word(2 * i), 2 * i, mine);
    note(high_of(found) != word(2 * i + 1), 2 * i + 1, mine);
  }
  report(mine, all);
}

}  // namespace

KERNEL(fill_words, uint4* __restrict__ out, std::uint64_t n, std::uint64_t seed) {
  for (auto i = dev::thread_index(); i < n; i += dev::thread_count())
    out[i] = pair(pattern::word(seed, 2 * i), pattern::word(seed, 2 * i + 1));
}

KERNEL(fill_numbers, float4* __restrict__ out, std::uint64_t n, std::uint64_t seed) {
  for (auto i = dev::thread_index(); i < n; i += dev::thread_count())
    out[i] = make_float4(pattern::number(seed, 4 * i), pattern::number(seed, 4 * i + 1),
                         pattern::number(seed, 4 * i + 2), pattern::number(seed, 4 * i + 3));
}

KERNEL(check_words, const uint4* data, std::uint64_t n, std::uint64_t seed,
       DeviceMismatches* all) {
  check_pairs(data, n, [=](std::uint64_t at) { return pattern::word(seed, at); }, all);
}

KERNEL(check_quick_words, const uint4* data, std::uint64_t n, std::uint64_t seed,
       DeviceMismatches* all) {
  check_pairs(data, n, [=](std::uint64_t at) { return pattern::quick_word(seed, at); }, all);
}

KERNEL(check_triad, const uint4* data, std::uint64_t n, std::uint64_t seed_b,
       std::uint64_t seed_c, float scale, DeviceMismatches* all) {
  DeviceMismatches mine{0, ~0ull};
  for (auto i = dev::thread_index(); i < n; i += dev::thread_count()) {
    const auto found = dev::load_fresh(data + i);
    const unsigned bits[4] = {found.x, found.y, found.z, found.w};
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
      const auto at = 4 * i + k;
      const float right = dev::fma(scale, pattern::number(seed_c, at), pattern::number(seed_b, at));
      note(bits[k] != __float_as_uint(right), at, mine);
    }
  }
  report(mine, all);
}

KERNEL(sum_words, std::uint64_t n, std::uint64_t seed, unsigned long long* sum) {
  std::uint64_t total = 0;
  for (auto i = dev::thread_index(); i < n; i += dev::thread_count())
    total += pattern::word(seed, 2 * i) + pattern::word(seed, 2 * i + 1);
  dev::add_of_block(total, sum);
}

static_assert(std::is_same_v<decltype(fill_words), fill_words_sig>);
static_assert(std::is_same_v<decltype(fill_numbers), fill_numbers_sig>);
static_assert(std::is_same_v<decltype(check_words), check_words_sig>);
static_assert(std::is_same_v<decltype(check_quick_words), check_quick_words_sig>);
static_assert(std::is_same_v<decltype(check_triad), check_triad_sig>);
static_assert(std::is_same_v<decltype(sum_words), sum_words_sig>);
