// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Pointer chase: each load needs the one before it.
#pragma once

#include <cstdint>

namespace gpuproof::kernels {

// Follows `steps` links from `start`; returns where it arrived.
const void* chase(const void* start, std::uint64_t steps);

}  // namespace gpuproof::kernels
