// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Streams: made, waited for, asked.
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/driver/allocations.h"
#include "tests/vgpu/driver/call.h"
#include "tests/vgpu/driver/faults.h"

namespace gpuproof::vgpu::driver {
namespace {

using StreamBody = std::function<CUresult(Stream&)>;

CUresult answer_on_stream(const char* call, CUstream handle, const StreamBody& body) {
  if (!handle)
    return answer_in_context(call, [&](Context& context) { return body(*stream_of(context, {})); });
  return answer_for<Stream>(call, Machine::get().streams, handle, body);
}

bool has_come(unsigned found, unsigned wanted, unsigned how) {
  switch (how & ~static_cast<unsigned>(CU_STREAM_WAIT_VALUE_FLUSH)) {
    case CU_STREAM_WAIT_VALUE_EQ:
      return found == wanted;
    case CU_STREAM_WAIT_VALUE_AND:
      return (found & wanted) != 0;
    case CU_STREAM_WAIT_VALUE_NOR:
      return ~(found | wanted) != 0;
    default:
      return static_cast<int>(found - wanted) >= 0;
  }
}

bool is_word(Device& device, CUdeviceptr address) {
  return address % sizeof(unsigned) == 0 &&
         (range_of(device, address, sizeof(unsigned)) || is_pinned(host_view(address)));
}

std::int64_t no_time(Stream&, std::int64_t) { return 0; }

}  // namespace

CUDA_FUNCTION cuStreamCreate(CUstream* out, unsigned flags) {
  return answer_in_context(__func__, [&](Context& context) {
    if (!out || flags > CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_VALUE;
    *out = reinterpret_cast<CUstream>(Machine::get().streams.make(&context));
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuStreamDestroy(CUstream handle) {
  return answer_for<Stream>(__func__, Machine::get().streams, handle, [&](Stream& stream) {
    hang_at_teardown(*stream.context->device);
    drain(stream);
    forget_stream(stream);
    Machine::get().streams.drop(handle);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuStreamSynchronize(CUstream handle) {
  return answer_on_stream(__func__, handle, [](Stream& stream) {
    if (stream.recording) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    auto& context = *stream.context;
    wait_for_stream(stream);
    return context.sticky;
  });
}
CUDA_FUNCTION cuStreamQuery(CUstream handle) {
  return answer_on_stream(__func__, handle, [](Stream& stream) {
    const bool all = drain(stream);
    if (stream.context->sticky != CUDA_SUCCESS) return stream.context->sticky;
    return all && stream.reached_ns <= virtual_clock().now() ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
  });
}
CUDA_FUNCTION cuStreamWaitValue32(CUstream handle, CUdeviceptr address, cuuint32_t value,
                                  unsigned how) {
  return answer_on_stream(__func__, handle, [&](Stream& stream) {
    if (!is_word(*stream.context->device, address)) return CUDA_ERROR_INVALID_VALUE;
    enqueue(stream, {.run = no_time, .ready = [=] {
                       const auto* word = host_view<unsigned>(address);
                       return has_come(__atomic_load_n(word, __ATOMIC_ACQUIRE), value, how);
                     }});
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuStreamWriteValue32(CUstream handle, CUdeviceptr address, cuuint32_t value,
                                   unsigned) {
  return answer_on_stream(__func__, handle, [&](Stream& stream) {
    if (!is_word(*stream.context->device, address)) return CUDA_ERROR_INVALID_VALUE;
    enqueue(stream, {.run = [=](Stream&, std::int64_t) -> std::int64_t {
              __atomic_store_n(host_view<unsigned>(address), value, __ATOMIC_RELEASE);
              note_write(address);
              return 0;
            }});
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuLaunchHostFunc(CUstream handle, CUhostFn function, void* data) {
  return answer_on_stream(__func__, handle, [&](Stream& stream) {
    if (!function) return CUDA_ERROR_INVALID_VALUE;
    enqueue(stream, {.run = [=](Stream&, std::int64_t) -> std::int64_t {
              function(data);
              return 0;
            }});
    return CUDA_SUCCESS;
  });
}

}  // namespace gpuproof::vgpu::driver
