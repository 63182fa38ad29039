// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// How many blocks of how many threads a streaming kernel gets: tried once, then frozen.
#pragma once

#include <functional>

#include "harness/gpu_measure/gpu_bench.h"

namespace gpuproof {

// The fastest of 1 to 32 blocks per multiprocessor with 256 to 1024 threads, by one trial each;
// among equals the smaller. Written to the record as method "grid".
Grid choose_grid(GpuBench&, const std::function<void(const Grid&)>& enqueue);

}  // namespace gpuproof
