// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/driver/module.h"

#include <fmt/core.h>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

// The driver is too old for this code, or has none for this GPU: other code may do.
bool cannot_run_here(CUresult status) {
  switch (status) {
    case CUDA_ERROR_INVALID_IMAGE:
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
    case CUDA_ERROR_JIT_COMPILATION_DISABLED:
      return true;
    default:
      return false;
  }
}

const DeviceImage::Ptx* newest_for(const DeviceImage& image, int capability) {
  const DeviceImage::Ptx* best = nullptr;
  for (const auto& ptx : image.ptx)
    if (ptx.capability <= capability && (!best || ptx.capability > best->capability)) best = &ptx;
  return best;
}

}  // namespace

bool GpuModule::load(std::string_view bytes, std::string& why) {
  char log[4096] = {};
  CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log - 1)};
  const auto& call = handle_.fn().cuModuleLoadDataEx;
  const auto status = call.raw(handle_.out(), bytes.data(), 2, names, values);
  if (status == CUDA_SUCCESS) return true;
  if (!cannot_run_here(status)) throw CudaError(call.name(), status);
  why += (why.empty() ? "" : ", ") + cuda_error_meaning(status).name;
  if (log[0]) why += ": " + clean_text(trim(log));
  return false;
}

GpuModule::GpuModule(const GpuContext& context, const DeviceImage& image) : handle_(context) {
  context.make_current();
  std::string why;
  if (!image.sass.empty() && load(image.sass, why)) return;
  const int capability = context.compute_capability();
  const auto* ptx = newest_for(image, capability);
  jit_ = ptx && load(ptx->text, why);
  if (jit_) return;
  throw Unavailable(fmt::format(
      "the kernels \"{}\" cannot be loaded on a GPU of compute capability {}.{} by a driver for {} "
      "({}); gpuproof was built with {}: update the NVIDIA driver",
      image.name, capability / 10, capability % 10, cuda_version_text(context.driver().version()),
      why.empty() ? "no code for this GPU" : why, cuda_version_text(CUDA_VERSION)));
}

CUfunction GpuModule::function(const char* name) const {
  CUfunction found = nullptr;
  handle_.fn().cuModuleGetFunction(&found, handle_.get(), name);
  return found;
}

void launch_kernel(const CudaFunctions& fn, CUfunction function, const GpuStream& stream,
                   const Grid& grid, void** arguments) {
  fn.cuLaunchKernel(function, grid.blocks, grid.blocks_y, grid.blocks_z, grid.threads,
                    grid.threads_y, grid.threads_z, grid.shared_bytes, stream.get(), arguments,
                    nullptr);
}

}  // namespace gpuproof
