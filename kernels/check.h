// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Filling arrays with test data and comparing them with it, where they lie. Arrays are aligned to
// 16 bytes; n counts elements of 16 bytes; any one-dimensional grid of whole warps.
#pragma once

#include <vector_types.h>

#include <cstdint>

namespace gpuproof {

// Elements of 8 (words) or 4 bytes (numbers) that differ; `first` is the lowest of their
// positions. Before a check: {0, all bits set}.
struct DeviceMismatches {
  unsigned long long count, first;
};

// pattern::word and pattern::number.
using fill_words_sig = void(uint4* out, std::uint64_t n, std::uint64_t seed);
using fill_numbers_sig = void(float4* out, std::uint64_t n, std::uint64_t seed);
using check_words_sig = void(const uint4* data, std::uint64_t n, std::uint64_t seed,
                             DeviceMismatches*);
// pattern::quick_word, as stream_write leaves them.
using check_quick_words_sig = void(const uint4* data, std::uint64_t n, std::uint64_t seed,
                                   DeviceMismatches*);
// number(seed_b) + scale * number(seed_c), bit by bit: exact for whole scales up to 4096.
using check_triad_sig = void(const uint4* data, std::uint64_t n, std::uint64_t seed_b,
                             std::uint64_t seed_c, float scale, DeviceMismatches*);
// Adds to *sum what stream_read finds in words of this seed, without reading memory.
using sum_words_sig = void(std::uint64_t n, std::uint64_t seed, unsigned long long* sum);

}  // namespace gpuproof
