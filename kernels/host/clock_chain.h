// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A chain of dependent integer additions, one core clock each: the clock that a core really has.
#pragma once

#include <cstdint>

namespace gpuproof::kernels {

constexpr std::uint64_t clock_chain_block = 64;  // additions per block

// blocks x clock_chain_block additions of `step` to 0; returns the sum.
std::uint64_t clock_chain(std::uint64_t blocks, std::uint64_t step);

}  // namespace gpuproof::kernels
