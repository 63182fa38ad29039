// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What of a GPU changes while programs run: NVML asks here, the driver fake answers.
#pragma once

#include "tests/vgpu/scenario/condition.h"

namespace gpuproof::vgpu {

struct LiveGpu {
  Moment moment;
  std::uint64_t allocated_bytes = 0;  // nominal, of this scenario's own processes
  double energy_j = 0;
};

LiveGpu live_gpu(int index);

}  // namespace gpuproof::vgpu
