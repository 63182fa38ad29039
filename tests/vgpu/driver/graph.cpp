// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Graphs made by capturing a stream.
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/driver/call.h"
#include "tests/vgpu/driver/graphs.h"

namespace gpuproof::vgpu::driver {
namespace {

GraphHandles& graphs() {
  static auto* const all = new GraphHandles;
  return *all;
}

std::int64_t nanoseconds(double us) { return static_cast<std::int64_t>(us * 1e3); }

}  // namespace

void drop_graphs_of(const Context& context) {
  graphs().recorded.drop_of(&context);
  graphs().executable.drop_of(&context);
}

CUDA_FUNCTION cuStreamBeginCapture(CUstream handle, CUstreamCaptureMode) {
  return answer_for<Stream>(__func__, Machine::get().streams, handle, [](Stream& stream) {
    if (stream.recording) return CUDA_ERROR_ILLEGAL_STATE;
    stream.recording = std::make_unique<Graph>();
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuStreamEndCapture(CUstream handle, CUgraph* out) {
  return answer_for<Stream>(__func__, Machine::get().streams, handle, [&](Stream& stream) {
    if (!stream.recording) return CUDA_ERROR_ILLEGAL_STATE;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    auto* graph = graphs().recorded.make();
    graph->context = stream.context;
    graph->nodes = std::move(stream.recording->nodes);
    stream.recording.reset();
    *out = reinterpret_cast<CUgraph>(graph);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuGraphInstantiateWithFlags(CUgraphExec* out, CUgraph handle, unsigned long long) {
  return answer_for<Graph>(__func__, graphs().recorded, handle, [&](Graph& graph) {
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    auto* made = graphs().executable.make();
    made->context = graph.context;
    made->nodes = graph.nodes;
    *out = reinterpret_cast<CUgraphExec>(made);
    return CUDA_SUCCESS;
  });
}
// One call for all nodes; each then follows the one before with little delay.
CUDA_FUNCTION cuGraphLaunch(CUgraphExec handle, CUstream stream_handle) {
  return answer_for<Graph>(__func__, graphs().executable, handle, [&](Graph& graph) {
    auto* stream = stream_of(*graph.context, stream_handle);
    if (!stream || stream->context != graph.context) return CUDA_ERROR_INVALID_HANDLE;
    const auto& latency = graph.context->device->facts->latency;
    virtual_clock().spend(nanoseconds(latency.launch_us));
    for (const auto& node : graph.nodes) {
      auto operation = node;
      operation.run = [node, gap = nanoseconds(latency.graph_us)](Stream& of, std::int64_t start) {
        return gap + node.run(of, start);
      };
      enqueue(*stream, std::move(operation));
    }
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuGraphExecDestroy(CUgraphExec handle) {
  return answer_for<Graph>(__func__, graphs().executable, handle, [&](Graph&) {
    graphs().executable.drop(handle);
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuGraphDestroy(CUgraph handle) {
  return answer_for<Graph>(__func__, graphs().recorded, handle, [&](Graph&) {
    graphs().recorded.drop(handle);
    return CUDA_SUCCESS;
  });
}

}  // namespace gpuproof::vgpu::driver
