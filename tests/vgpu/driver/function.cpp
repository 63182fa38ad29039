// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a kernel needs, may have, and how much of it fits on a multiprocessor.
#include <algorithm>
#include <cstdio>

#include "tests/vgpu/driver/attributes.h"
#include "tests/vgpu/driver/call.h"
#include "tests/vgpu/driver/module_image.h"

namespace gpuproof::vgpu::driver {
namespace {

CUresult attribute_of(const Function& function, CUfunction_attribute which, int& out) {
  switch (which) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      out = 1024;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      out = function.registers;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      out = static_cast<int>(function.static_shared);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      out = static_cast<int>(function.dynamic_shared_limit);
      return CUDA_SUCCESS;
    default:
      std::fprintf(stderr, "vgpu: function attribute %d is not modelled\n",
                   static_cast<int>(which));
      return CUDA_ERROR_NOT_SUPPORTED;
  }
}

}  // namespace

CUDA_FUNCTION cuFuncGetAttribute(int* out, CUfunction_attribute which, CUfunction handle) {
  return answer_for<Function>(__func__, Machine::get().functions, handle, [&](Function& function) {
    return out ? attribute_of(function, which, *out) : CUDA_ERROR_INVALID_VALUE;
  });
}
CUDA_FUNCTION cuFuncSetAttribute(CUfunction handle, CUfunction_attribute which, int value) {
  return answer_for<Function>(__func__, Machine::get().functions, handle, [&](Function& function) {
    if (which == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) return CUDA_SUCCESS;
    if (which != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) return CUDA_ERROR_INVALID_VALUE;
    const auto most = shared_bytes_per_sm(*function.context->device->facts) -
                      reserved_shared_bytes - function.static_shared;
    if (value < 0 || static_cast<std::size_t>(value) > most) return CUDA_ERROR_INVALID_VALUE;
    function.dynamic_shared_limit = static_cast<std::size_t>(value);
    return CUDA_SUCCESS;
  });
}
// Limited by threads, registers (given out to warps in units of 256) and shared memory.
CUDA_FUNCTION cuOccupancyMaxActiveBlocksPerMultiprocessor(int* out, CUfunction handle, int threads,
                                                          std::size_t dynamic_shared) {
  return answer_for<Function>(__func__, Machine::get().functions, handle, [&](Function& function) {
    if (!out || threads <= 0 || threads > 1024) return CUDA_ERROR_INVALID_VALUE;
    constexpr std::size_t most_blocks = 32, registers = 65536, unit = 256;
    const auto& gpu = *function.context->device->facts;
    const auto warps = (static_cast<std::size_t>(threads) + 31) / 32;
    const auto per_warp =
        (static_cast<std::size_t>(function.registers) * 32 + unit - 1) / unit * unit;
    const auto shared = function.static_shared + dynamic_shared + reserved_shared_bytes;
    auto blocks =
        std::min(most_blocks, static_cast<std::size_t>(threads_per_sm(gpu)) / (32 * warps));
    if (per_warp > 0) blocks = std::min(blocks, registers / (per_warp * warps));
    *out = static_cast<int>(std::min(blocks, shared_bytes_per_sm(gpu) / shared));
    return CUDA_SUCCESS;
  });
}

}  // namespace gpuproof::vgpu::driver
