// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Events: marks in a stream, with the virtual moment at which it passed them.
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/driver/call.h"
#include "tests/vgpu/driver/faults.h"

namespace gpuproof::vgpu::driver {
namespace {

Machine& machine() { return Machine::get(); }

bool has_passed(const Event& event) {
  return event.reached >= event.recorded && event.at_ns <= virtual_clock().now();
}

void mark(Stream& stream, CUevent handle) {
  auto& event = *machine().events.find(handle);
  event.stream = &stream;
  const auto number = ++event.recorded;
  enqueue(stream, {.run = [handle, number](Stream& of, std::int64_t) -> std::int64_t {
            // It may have been destroyed since.
            if (auto* found = machine().events.find(handle)) {
              found->at_ns = of.reached_ns;
              found->reached = number;
            }
            return 0;
          }});
}

CUresult elapsed(const char* call, float* out, CUevent first, CUevent second) {
  return answer_for<Event>(call, machine().events, second, [&](Event& to) {
    const auto* from = machine().events.find(first);
    if (!from) return CUDA_ERROR_INVALID_HANDLE;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (!from->timed || !to.timed || from->recorded == 0 || to.recorded == 0 ||
        from->context != to.context)
      return CUDA_ERROR_INVALID_HANDLE;
    if (!has_passed(*from) || !has_passed(to)) return CUDA_ERROR_NOT_READY;
    *out = static_cast<float>(static_cast<double>(to.at_ns - from->at_ns) * 1e-6);
    return CUDA_SUCCESS;
  });
}

}  // namespace

CUDA_FUNCTION cuEventCreate(CUevent* out, unsigned flags) {
  return answer_in_context(__func__, [&](Context& context) {
    constexpr unsigned known =
        CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
    const bool lacks = (flags & CU_EVENT_INTERPROCESS) && !(flags & CU_EVENT_DISABLE_TIMING);
    if (!out || (flags & ~known) || lacks) return CUDA_ERROR_INVALID_VALUE;
    const bool timed = !(flags & CU_EVENT_DISABLE_TIMING);
    *out = reinterpret_cast<CUevent>(machine().events.make(&context, timed));
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuEventDestroy(CUevent handle) {
  return answer_for<Event>(__func__, machine().events, handle, [&](Event& event) {
    hang_at_teardown(*event.context->device);
    machine().events.drop(handle);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuEventRecord(CUevent handle, CUstream stream_handle) {
  return answer_for<Event>(__func__, machine().events, handle, [&](Event& event) {
    auto* stream = stream_of(*event.context, stream_handle);
    // An event belongs to the device of its context.
    if (!stream || stream->context != event.context) return CUDA_ERROR_INVALID_HANDLE;
    mark(*stream, handle);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuEventSynchronize(CUevent handle) {
  return answer_for<Event>(__func__, machine().events, handle, [](Event& event) {
    auto& context = *event.context;
    while (!drain_until(event)) wait_for_others();
    const bool stuck = event.stream && event.stream->reached_ns >= never;
    wait_until(stuck ? never : event.at_ns);
    return context.sticky;
  });
}
CUDA_FUNCTION cuEventQuery(CUevent handle) {
  return answer_for<Event>(__func__, machine().events, handle, [](Event& event) {
    const bool all = drain_until(event);
    if (event.context->sticky != CUDA_SUCCESS) return event.context->sticky;
    return all && has_passed(event) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
  });
}
CUDA_FUNCTION cuStreamWaitEvent(CUstream stream_handle, CUevent handle, unsigned) {
  return answer_for<Event>(__func__, machine().events, handle, [&](Event& event) {
    auto* stream = stream_handle ? machine().streams.find(stream_handle)
                                 : stream_of(*event.context, stream_handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (event.recorded == 0) return CUDA_SUCCESS;  // nothing to wait for
    const auto number = event.recorded;
    const auto reached = [handle, number] {
      auto* found = machine().events.find(handle);
      return !found || (drain_until(*found) && found->reached >= number);
    };
    enqueue(*stream, {.run = [handle](Stream& of, std::int64_t) -> std::int64_t {
                        if (const auto* found = machine().events.find(handle))
                          of.reached_ns = std::max(of.reached_ns, found->at_ns);
                        return 0;
                      },
                      .ready = reached});
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuEventElapsedTime(float* out, CUevent first, CUevent second) {
  return elapsed(__func__, out, first, second);
}
// Under its older name too.
#undef cuEventElapsedTime
CUDA_FUNCTION cuEventElapsedTime(float* out, CUevent first, CUevent second) {
  return elapsed(__func__, out, first, second);
}

}  // namespace gpuproof::vgpu::driver
