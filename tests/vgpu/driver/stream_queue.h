// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Lazy streams: work is queued by its call and done when someone waits or asks, so that a program
// that forgets to wait sees old data. Where a piece of work stands in virtual time follows from its
// stream, its engine and the moment of the call.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

namespace gpuproof::vgpu::driver {

struct Context;
struct Stream;

enum class Engine { none, compute, to_device, to_host };
constexpr int engine_count = 4;
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max() / 4;

struct Operation {
  Engine engine = Engine::none;
  // Does the work that begins at this virtual moment; returns how long it takes, in ns.
  std::function<std::int64_t(Stream&, std::int64_t start)> run;
  // Absent: at once. False: the stream waits for something that is not of this stream.
  std::function<bool()> ready;
  std::int64_t called_ns = 0;
};

struct Graph {
  Context* context = nullptr;
  std::vector<Operation> nodes;
};

struct Stream {
  explicit Stream(Context* of) : context(of) {}
  Context* context;
  std::deque<Operation> queue;
  std::int64_t reached_ns = 0;       // end of the work done so far
  std::unique_ptr<Graph> recording;  // between begin and end of a capture
};

struct Event {
  explicit Event(Context* of, bool times) : context(of), timed(times) {}
  Context* context;
  bool timed;
  Stream* stream = nullptr;  // where it was recorded last
  std::uint64_t recorded = 0, reached = 0;
  std::int64_t at_ns = 0;
};

// Appends; to the graph while the stream is captured.
void enqueue(Stream&, Operation);
// Does what is queued, as far as it is ready; false: it waits for something else.
bool drain(Stream&);
bool drain_until(Event&);
// Blocks the calling thread until all of it is done.
void wait_for_stream(Stream&);
void forget_stream(const Stream&);

}  // namespace gpuproof::vgpu::driver
