// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Streams through GPU memory in accesses of 16 bytes, any one-dimensional grid of whole warps.
// Arrays are aligned to 16 bytes; n counts elements of 16 bytes.
// Bytes that count: read n, write n, copy 2 n, triad 3 n, times 16 (STREAM's rule: what the
// kernel names, nothing for write-allocate).
#pragma once

#include <vector_types.h>

#include <cstdint>

namespace gpuproof {

// Adds the sum of all 64-bit words, modulo 2^64, to *sum: order does not matter, and any wrong
// word shows.
using stream_read_sig = void(const uint4* in, std::uint64_t n, unsigned long long* sum);
// Words of pattern::quick_word, whose positions count 64-bit words.
using stream_write_sig = void(uint4* out, std::uint64_t n, std::uint64_t seed);
using stream_copy_sig = void(const uint4* in, uint4* out, std::uint64_t n);
// a = b + scale * c
using stream_triad_sig = void(const float4* b, const float4* c, float4* a, float scale,
                              std::uint64_t n);

}  // namespace gpuproof
