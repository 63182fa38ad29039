// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Copies and fills. A copy from pageable memory takes its bytes at the call, one from pinned memory
// when it runs; a copy to pageable memory comes back when it is done: all as the real driver does.
#include <cstring>

#include "tests/vgpu/clock/gpu_counters.h"
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/driver/allocations.h"
#include "tests/vgpu/driver/call.h"
#include "tests/vgpu/driver/faults.h"
#include "tests/vgpu/model/duration.h"

namespace gpuproof::vgpu::driver {
namespace {

std::int64_t nanoseconds(double s) { return static_cast<std::int64_t>(s * 1e9 + 0.5); }

Condition condition_at(const Device& device, std::int64_t start) {
  const Moment moment{.seconds = static_cast<double>(start) * 1e-9,
                      .launches = live_gpu(device.index).moment.launches,
                      .busy = true};
  return condition_of(Machine::get().scenario(), device.index, moment);
}

double nominal(std::size_t bytes) { return nominal_bytes(bytes, Machine::get().scale_divisor()); }

// Work on memory: its effect, unless the GPU is gone, then what faults make of it.
template <class Effect, class Seconds>
Operation memory_operation(Engine engine, Effect effect, Seconds seconds_of) {
  return {.engine = engine, .run = [=](Stream& stream, std::int64_t start) -> std::int64_t {
            auto& device = *stream.context->device;
            const auto now = condition_at(device, start);
            if (now.lost) {
              stream.context->sticky = CUDA_ERROR_UNKNOWN;
              return 0;
            }
            effect();
            disturb_memory(device);
            return nanoseconds(seconds_of(*device.facts, now));
          }};
}

Operation host_copy(Engine engine, std::size_t bytes, CopyPath path,
                    const std::function<void()>& effect) {
  return memory_operation(engine, effect, [=](const VirtualGpu& gpu, const Condition& now) {
    return host_copy_seconds(gpu, now, nominal(bytes), path);
  });
}

Operation device_work(double bytes, const std::function<void()>& effect) {
  return memory_operation(Engine::compute, effect,
                          [=](const VirtualGpu& gpu, const Condition& now) {
                            return device_bytes_seconds(gpu, now, bytes);
                          });
}

using StreamBody = std::function<CUresult(Stream&)>;

CUresult answer_on_stream(const char* call, CUstream handle, const StreamBody& body) {
  return answer_in_context(call, [&](Context& context) {
    auto* stream = stream_of(context, handle);
    return stream ? body(*stream) : CUDA_ERROR_INVALID_HANDLE;
  });
}

template <class Word>
CUresult fill(const char* call, CUdeviceptr to, Word value, std::size_t words, CUstream handle) {
  return answer_on_stream(call, handle, [&](Stream& stream) {
    if (words == 0) return CUDA_SUCCESS;
    const auto bytes = words * sizeof(Word);
    if (to % sizeof(Word) != 0 || !range_of(*stream.context->device, to, bytes))
      return CUDA_ERROR_INVALID_VALUE;
    enqueue(stream, device_work(nominal(bytes), [=] {
              std::fill_n(host_view<Word>(to), words, value);
              note_write(to);
            }));
    return CUDA_SUCCESS;
  });
}

}  // namespace

CUDA_FUNCTION cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, std::size_t bytes,
                                CUstream handle) {
  return answer_on_stream(__func__, handle, [&](Stream& stream) {
    auto& device = *stream.context->device;
    if (bytes == 0) return CUDA_SUCCESS;
    if (!from || !range_of(device, to, bytes)) return CUDA_ERROR_INVALID_VALUE;
    if (is_pinned(from)) {
      enqueue(stream, host_copy(Engine::to_device, bytes, CopyPath::pinned, [=] {
                std::memcpy(host_view(to), from, bytes);
                note_write(to);
              }));
      return CUDA_SUCCESS;
    }
    const auto* first = static_cast<const unsigned char*>(from);
    const auto taken = std::make_shared<std::vector<unsigned char>>(first, first + bytes);
    enqueue(stream, host_copy(Engine::to_device, bytes, CopyPath::pageable, [=] {
              std::memcpy(host_view(to), taken->data(), bytes);
              note_write(to);
            }));
    // The caller copies into the staging buffer itself.
    virtual_clock().spend(
        nanoseconds(host_copy_seconds(*device.facts, condition_at(device, virtual_clock().now()),
                                      nominal(bytes), CopyPath::pageable)));
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuMemcpyDtoHAsync(void* to, CUdeviceptr from, std::size_t bytes, CUstream handle) {
  return answer_on_stream(__func__, handle, [&](Stream& stream) {
    if (bytes == 0) return CUDA_SUCCESS;
    if (!to || !range_of(*stream.context->device, from, bytes)) return CUDA_ERROR_INVALID_VALUE;
    const auto path = is_pinned(to) ? CopyPath::pinned : CopyPath::pageable;
    enqueue(stream, host_copy(Engine::to_host, bytes, path,
                              [=] { std::memcpy(to, host_view(from), bytes); }));
    if (path == CopyPath::pinned || stream.recording) return CUDA_SUCCESS;
    wait_for_stream(stream);
    return stream.context->sticky;
  });
}
CUDA_FUNCTION cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes,
                                CUstream handle) {
  return answer_on_stream(__func__, handle, [&](Stream& stream) {
    auto& device = *stream.context->device;
    if (bytes == 0) return CUDA_SUCCESS;
    if (!range_of(device, to, bytes) || !range_of(device, from, bytes))
      return CUDA_ERROR_INVALID_VALUE;
    enqueue(stream, device_work(2 * nominal(bytes), [=] {
              std::memmove(host_view(to), host_view(from), bytes);
              note_write(to);
            }));
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t bytes,
                              CUstream handle) {
  return fill(__func__, to, value, bytes, handle);
}
CUDA_FUNCTION cuMemsetD32Async(CUdeviceptr to, unsigned value, std::size_t words, CUstream handle) {
  return fill(__func__, to, value, words, handle);
}

}  // namespace gpuproof::vgpu::driver
