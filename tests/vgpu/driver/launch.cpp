// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Launches: checked at the call, done when the stream gets there.
#include <cstdio>

#include "tests/vgpu/clock/gpu_counters.h"
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/driver/call.h"
#include "tests/vgpu/driver/faults.h"
#include "tests/vgpu/driver/launch_order.h"

namespace gpuproof::vgpu::driver {
namespace {

bool fits(const Function& function, const LaunchShape& shape) {
  const auto threads = std::uint64_t{shape.block[0]} * shape.block[1] * shape.block[2];
  constexpr unsigned most_x = 2147483647, most_yz = 65535;
  return shape.grid[0] > 0 && shape.grid[1] > 0 && shape.grid[2] > 0 && threads > 0 &&
         threads <= 1024 && shape.block[2] <= 64 && shape.grid[0] <= most_x &&
         shape.grid[1] <= most_yz && shape.grid[2] <= most_yz &&
         shape.shared_bytes <= function.dynamic_shared_limit;
}

CUresult launch_on(Stream& stream, const Function& function, const LaunchShape& shape,
                   void* const* arguments) {
  if (function.context != stream.context) return CUDA_ERROR_INVALID_CONTEXT;
  if (!fits(function, shape)) return CUDA_ERROR_INVALID_VALUE;
  if (!arguments && !function.kernel->argument_sizes.empty()) return CUDA_ERROR_INVALID_VALUE;
  const auto* model = Registry<KernelModel>::instance().find(function.name);
  if (!model) {
    std::fprintf(stderr, "vgpu: the kernel %s has no cost; add it to tests/vgpu/model\n",
                 function.name.c_str());
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  auto& device = *stream.context->device;
  hang_at_launch(
      {device, function.name, live_gpu(device.index).moment.launches, virtual_clock().now()});
  virtual_clock().spend(static_cast<std::int64_t>(device.facts->latency.launch_us * 1e3));
  enqueue(stream, operation_of(copy_order(function, *model, shape, arguments)));
  return CUDA_SUCCESS;
}

}  // namespace

CUDA_FUNCTION cuLaunchKernel(CUfunction handle, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                             unsigned block_x, unsigned block_y, unsigned block_z,
                             unsigned shared_bytes, CUstream stream_handle, void** arguments,
                             void** extra) {
  return answer_for<Function>(__func__, Machine::get().functions, handle, [&](Function& function) {
    if (extra) return CUDA_ERROR_NOT_SUPPORTED;
    auto* stream = stream_of(*function.context, stream_handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    return launch_on(*stream, function,
                     {.grid = {grid_x, grid_y, grid_z},
                      .block = {block_x, block_y, block_z},
                      .shared_bytes = shared_bytes},
                     arguments);
  });
}
CUDA_FUNCTION cuLaunchKernelEx(const CUlaunchConfig* how, CUfunction handle, void** arguments,
                               void** extra) {
  if (!how) return CUDA_ERROR_INVALID_VALUE;
  if (how->numAttrs != 0) {
    std::fprintf(stderr, "vgpu: launch attributes are not modelled\n");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  return cuLaunchKernel(handle, how->gridDimX, how->gridDimY, how->gridDimZ, how->blockDimX,
                        how->blockDimY, how->blockDimZ, how->sharedMemBytes, how->hStream,
                        arguments, extra);
}

}  // namespace gpuproof::vgpu::driver
