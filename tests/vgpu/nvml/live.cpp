// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/nvml/live.h"

#include <cstdio>
#include <exception>

namespace gpuproof::vgpu {

// Weak: where the driver fake is linked, its answer counts; without it nothing ever runs.
__attribute__((weak)) LiveGpu live_gpu(int) { return {}; }

}  // namespace gpuproof::vgpu

// By this name a program knows that it speaks to the virtual GPU, and by how much working sets
// shrink on it. 0: the scenario cannot be read.
extern "C" __attribute__((weak, visibility("default"))) double vgpuScale() {
  try {
    return gpuproof::vgpu::load_scenario_from_environment().scale();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vgpu: %s\n", error.what());
    return 0;
  }
}
