// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Device memory and page-locked host memory.
#include <sys/mman.h>

#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/driver/allocations.h"
#include "tests/vgpu/driver/call.h"
#include "tests/vgpu/driver/faults.h"

namespace gpuproof::vgpu::driver {
namespace {

constexpr std::int64_t allocation_ns = 50'000;  // the order of what drivers take

CUresult register_host(void* pointer, std::size_t bytes) {
  if (!pointer || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  if (is_pinned(pointer)) return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  Machine::get().pinned[reinterpret_cast<std::uintptr_t>(pointer)] = bytes;
  virtual_clock().spend(allocation_ns);
  return CUDA_SUCCESS;
}

// Freeing waits for the work that may still use it.
void finish_work(Context& context) {
  std::vector<Stream*> mine;
  Machine::get().streams.each([&](Stream& stream) {
    if (stream.context == &context) mine.push_back(&stream);
  });
  for (auto* stream : mine) wait_for_stream(*stream);
}

}  // namespace

CUDA_FUNCTION cuMemGetInfo(std::size_t* free, std::size_t* total) {
  return answer_in_context(__func__, [&](Context& context) {
    if (!free || !total) return CUDA_ERROR_INVALID_VALUE;
    const auto& memory = context.device->facts->memory;
    *total = memory.bytes - memory.reserved_bytes;
    *free = free_bytes(*context.device);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuMemAlloc(CUdeviceptr* out, std::size_t bytes) {
  return answer_in_context(__func__, [&](Context& context) {
    if (!out || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    virtual_clock().spend(allocation_ns);
    const auto* made = allocate(*context.device, bytes);
    if (!made) return CUDA_ERROR_OUT_OF_MEMORY;
    *out = made->address;
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuMemFree(CUdeviceptr address) {
  return answer_in_context(__func__, [&](Context& context) {
    if (address == 0) return CUDA_SUCCESS;
    hang_at_teardown(*context.device);
    if (!context.device->allocations.count(address)) return CUDA_ERROR_INVALID_VALUE;
    finish_work(context);
    if (context.sticky != CUDA_SUCCESS) return context.sticky;
    virtual_clock().spend(allocation_ns);
    return release(*context.device, address) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}
CUDA_FUNCTION cuMemHostAlloc(void** out, std::size_t bytes, unsigned) {
  return answer_in_context(__func__, [&](Context&) {
    if (!out || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    void* const place =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
    *out = place;
    return register_host(place, bytes);
  });
}
CUDA_FUNCTION cuMemFreeHost(void* pointer) {
  return answer_in_context(__func__, [&](Context& context) {
    const auto found = Machine::get().pinned.find(reinterpret_cast<std::uintptr_t>(pointer));
    if (found == Machine::get().pinned.end()) return CUDA_ERROR_INVALID_VALUE;
    const auto bytes = found->second;
    hang_at_teardown(*context.device);
    finish_work(context);
    Machine::get().pinned.erase(reinterpret_cast<std::uintptr_t>(pointer));
    ::munmap(pointer, bytes);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuMemHostRegister(void* pointer, std::size_t bytes, unsigned) {
  return answer_in_context(__func__, [&](Context&) { return register_host(pointer, bytes); });
}
CUDA_FUNCTION cuMemHostUnregister(void* pointer) {
  return answer_in_context(__func__, [&](Context& context) {
    if (!Machine::get().pinned.count(reinterpret_cast<std::uintptr_t>(pointer)))
      return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
    finish_work(context);
    Machine::get().pinned.erase(reinterpret_cast<std::uintptr_t>(pointer));
    return CUDA_SUCCESS;
  });
}
// Unified addressing: the same address serves.
CUDA_FUNCTION cuMemHostGetDevicePointer(CUdeviceptr* out, void* pointer, unsigned flags) {
  return answer_in_context(__func__, [&](Context&) {
    if (!out || flags != 0 || !is_pinned(pointer)) return CUDA_ERROR_INVALID_VALUE;
    *out = reinterpret_cast<std::uintptr_t>(pointer);
    return CUDA_SUCCESS;
  });
}

}  // namespace gpuproof::vgpu::driver
