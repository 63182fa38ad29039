// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/driver/stream_queue.h"

#include <algorithm>

#include "tests/vgpu/clock/gpu_counters.h"
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/driver/call.h"

namespace gpuproof::vgpu::driver {
namespace {

// False: the first in the queue is not ready.
bool run_next(Stream& stream) {
  auto& first = stream.queue.front();
  if (first.ready && !first.ready()) return false;
  const auto operation = std::move(first);
  stream.queue.pop_front();
  if (stream.context->sticky != CUDA_SUCCESS) return true;  // nothing more is done there
  auto& device = *stream.context->device;
  auto& free = device.engine_free_ns[static_cast<int>(operation.engine)];
  const auto start = std::max(
      {stream.reached_ns, operation.called_ns, operation.engine == Engine::none ? 0 : free});
  stream.reached_ns = start;
  const auto took = operation.run(stream, start);
  stream.reached_ns = std::min(never, std::max(stream.reached_ns, start) + took);
  if (operation.engine == Engine::none || stream.reached_ns >= never) return true;
  free = stream.reached_ns;
  note_work(device.index, start, stream.reached_ns);
  return true;
}

}  // namespace

void enqueue(Stream& stream, Operation operation) {
  operation.called_ns = virtual_clock().now();
  if (stream.recording)
    stream.recording->nodes.push_back(std::move(operation));
  else
    stream.queue.push_back(std::move(operation));
}

bool drain(Stream& stream) {
  while (!stream.queue.empty())
    if (!run_next(stream)) return false;
  return true;
}

bool drain_until(Event& event) {
  while (event.stream && event.reached < event.recorded) {
    if (event.stream->queue.empty()) break;
    if (!run_next(*event.stream)) return false;
  }
  return true;
}

void wait_for_stream(Stream& stream) {
  while (!drain(stream)) wait_for_others();
  wait_until(stream.reached_ns);
}

// Events that were recorded there keep the moment that they reached.
void forget_stream(const Stream& stream) {
  Machine::get().events.each([&](Event& event) {
    if (event.stream == &stream) event.stream = nullptr;
  });
}

}  // namespace gpuproof::vgpu::driver
