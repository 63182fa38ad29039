// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Limits of a multiprocessor, by compute capability.
#pragma once

#include <cstddef>

#include "tests/vgpu/scenario/virtual_gpu.h"

namespace gpuproof::vgpu::driver {

constexpr std::size_t default_shared_bytes = 48 << 10;  // of a block, without asking for more
constexpr std::size_t reserved_shared_bytes = 1 << 10;  // of each block, by the system

int threads_per_sm(const VirtualGpu&);
std::size_t shared_bytes_per_sm(const VirtualGpu&);

}  // namespace gpuproof::vgpu::driver
