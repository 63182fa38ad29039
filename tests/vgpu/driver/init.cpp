// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Start and version.
#include "tests/vgpu/driver/call.h"

namespace gpuproof::vgpu::driver {

CUDA_FUNCTION cuInit(unsigned flags) {
  return answer_always(__func__, [&] {
    if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
    return Machine::get().init();
  });
}

// Works before cuInit, as the real one does.
CUDA_FUNCTION cuDriverGetVersion(int* out) {
  return answer_always(__func__, [&] {
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    const auto& machine = Machine::get();
    const auto& known = machine.is_open() ? machine.scenario() : load_scenario_from_environment();
    *out = static_cast<int>(known.driver.cuda);
    return CUDA_SUCCESS;
  });
}

}  // namespace gpuproof::vgpu::driver
