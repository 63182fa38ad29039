// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Primary contexts: one per device, counted, and gone with all it holds when no one uses it.
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/driver/allocations.h"
#include "tests/vgpu/driver/call.h"
#include "tests/vgpu/driver/faults.h"
#include "tests/vgpu/driver/graphs.h"
#include "tests/vgpu/driver/module_image.h"

namespace gpuproof::vgpu::driver {
namespace {

// The first context of a process is dear on the real driver as well.
constexpr std::int64_t creation_ns = 150'000'000;

Context* context_on(const Device& device) {
  Context* found = nullptr;
  Machine::get().contexts.each([&](Context& context) {
    if (context.device == &device) found = &context;
  });
  return found;
}

void destroy(Context& context) {
  auto& machine = Machine::get();
  machine.streams.each([&](Stream& stream) {
    if (stream.context == &context) forget_stream(stream);
  });
  machine.events.drop_of(&context);
  machine.streams.drop_of(&context);
  machine.functions.drop_of(&context);
  machine.modules.drop_of(&context);
  drop_graphs_of(context);
  release_all(*context.device);
  machine.contexts.drop(&context);
}

}  // namespace

CUDA_FUNCTION cuDevicePrimaryCtxRetain(CUcontext* out, CUdevice place) {
  return answer(__func__, [&] {
    auto* device = Machine::get().device(place);
    if (!device) return CUDA_ERROR_INVALID_DEVICE;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (device->facts->compute_mode == "prohibited") return CUDA_ERROR_UNKNOWN;
    auto* context = context_on(*device);
    if (context) {
      ++context->users;
    } else {
      if (is_lost(*device)) return CUDA_ERROR_UNKNOWN;
      context = Machine::get().contexts.make(*device);
      virtual_clock().spend(creation_ns);
    }
    *out = reinterpret_cast<CUcontext>(context);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuDevicePrimaryCtxRelease(CUdevice place) {
  return answer(__func__, [&] {
    auto* device = Machine::get().device(place);
    if (!device) return CUDA_ERROR_INVALID_DEVICE;
    auto* context = context_on(*device);
    if (!context) return CUDA_ERROR_INVALID_CONTEXT;
    hang_at_teardown(*device);
    if (--context->users == 0) destroy(*context);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuCtxSetCurrent(CUcontext handle) {
  return answer(__func__, [&] {
    auto* context = Machine::get().contexts.find(handle);
    if (handle && !context) return CUDA_ERROR_INVALID_CONTEXT;
    set_current_context(context);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuCtxSynchronize() {
  return answer_in_context(__func__, [&](Context& context) {
    // A wait lets others in: streams may come and go meanwhile.
    std::vector<Stream*> mine;
    Machine::get().streams.each([&](Stream& stream) {
      if (stream.context == &context) mine.push_back(&stream);
    });
    for (auto* stream : mine)
      if (Machine::get().streams.find(stream)) wait_for_stream(*stream);
    return context.sticky;
  });
}

}  // namespace gpuproof::vgpu::driver
