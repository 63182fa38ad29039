// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/driver/buffer.h"

#include <fmt/core.h>

#include <stdexcept>

namespace gpuproof {
namespace {

void require(CUresult status, const char* call, std::size_t bytes, const char* kind) {
  if (status == CUDA_SUCCESS) return;
  if (status != CUDA_ERROR_OUT_OF_MEMORY) throw CudaError(call, status);
  throw NotReached(
      fmt::format("{} MiB of {} memory cannot be had; end what holds it, or raise the "
                  "limit of the container",
                  (bytes + (1u << 20) - 1) >> 20, kind));
}

}  // namespace

DeviceBuffer::DeviceBuffer(const GpuContext& context, std::size_t bytes)
    : handle_(context), bytes_(bytes) {
  context.make_current();
  const auto& allocate = handle_.fn().cuMemAlloc;
  require(allocate.raw(handle_.out(), bytes), allocate.name(), bytes, "GPU");
}

void DeviceBuffer::check_range(std::size_t bytes, std::size_t offset) const {
  if (offset > bytes_ || bytes > bytes_ - offset)
    throw std::logic_error("a copy beyond the end of a device buffer");
}

void DeviceBuffer::fill(std::uint8_t value, const GpuStream& stream) {
  handle_.fn().cuMemsetD8Async(address(), value, bytes_, stream.get());
}

void DeviceBuffer::upload(const void* from, std::size_t bytes, const GpuStream& stream,
                          std::size_t offset) {
  check_range(bytes, offset);
  handle_.fn().cuMemcpyHtoDAsync(address() + offset, from, bytes, stream.get());
}

void DeviceBuffer::download(void* to, std::size_t bytes, const GpuStream& stream,
                            std::size_t offset) const {
  check_range(bytes, offset);
  handle_.fn().cuMemcpyDtoHAsync(to, address() + offset, bytes, stream.get());
}

PinnedBuffer::PinnedBuffer(const GpuContext& context, std::size_t bytes)
    : handle_(context), bytes_(bytes) {
  context.make_current();
  const auto& allocate = handle_.fn().cuMemHostAlloc;
  // Portable: pinned for every GPU, not only for this one.
  require(allocate.raw(handle_.out(), bytes, CU_MEMHOSTALLOC_PORTABLE), allocate.name(), bytes,
          "page-locked host");
}

}  // namespace gpuproof
