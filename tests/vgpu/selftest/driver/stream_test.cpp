// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Streams, events and graphs of the virtual driver, and their time.
#include "harness/base/clock.h"
#include "tests/vgpu/selftest/driver/driver_test.h"

namespace gpuproof::vgpu {
namespace {

class VirtualStream : public DriverTest {};

double triad_free_seconds() { return 4096.0 * 2 * StreamWork::bytes / (3352.32e9 * 0.91); }

TEST_F(VirtualStream, WorkIsDoneWhenSomeoneWaits) {
  on_machine([] {
    TestGpu gpu;
    StreamWork work(gpu);
    const PinnedBuffer found(gpu.context, 8);
    gpu.stream.synchronize();
    *found.as<std::uint64_t>() = 0;
    work.write(5);
    work.a.download(found.data(), 8, gpu.stream);
    EXPECT_EQ(*found.as<std::uint64_t>(), 0u) << "a program that forgets to wait sees old data";
    gpu.stream.synchronize();
    EXPECT_NE(*found.as<std::uint64_t>(), 0u);
  });
}

TEST_F(VirtualStream, EventsTellVirtualTime) {
  on_machine([] {
    TestGpu gpu;
    StreamWork work(gpu);
    GpuEvent start(gpu.context), stop(gpu.context);
    const auto host = system_clock().raw();
    start.record(gpu.stream);
    work.copy();
    stop.record(gpu.stream);
    EXPECT_FALSE(stop.done());
    stop.wait();
    EXPECT_TRUE(stop.done());
    const double s = stop.seconds_since(start);
    EXPECT_NEAR(s, triad_free_seconds(), 0.01 * s);
    EXPECT_GE(seconds(system_clock().raw() - host), s) << "the host waited as long";
    EXPECT_LT(seconds(system_clock().raw() - host), 1.1 * s);
  });
}

TEST_F(VirtualStream, KernelsOfOneGpuShareItAndCopiesRunBeside) {
  on_machine([] {
    TestGpu gpu;
    const GpuStream other(gpu.context);
    StreamWork work(gpu);
    const PinnedBuffer pinned(gpu.context, StreamWork::bytes);
    gpu.stream.synchronize();
    const auto begin = system_clock().raw();
    work.copy();
    work.copy();
    work.b.download(pinned.data(), 4096, other);
    other.synchronize();
    EXPECT_LT(seconds(system_clock().raw() - begin), triad_free_seconds());
    gpu.stream.synchronize();
    EXPECT_NEAR(seconds(system_clock().raw() - begin), 2 * triad_free_seconds(),
                0.05 * triad_free_seconds());
  });
}

TEST_F(VirtualStream, AStreamWaitsForAnEventOfAnother) {
  on_machine([] {
    TestGpu gpu;
    const GpuStream other(gpu.context);
    StreamWork work(gpu);
    const PinnedBuffer found(gpu.context, 8);
    *found.as<std::uint64_t>() = 0;
    GpuEvent written(gpu.context);
    work.write(9);
    written.record(gpu.stream);
    other.wait_for(written);
    work.a.download(found.data(), 8, other);
    other.synchronize();
    EXPECT_NE(*found.as<std::uint64_t>(), 0u);
  });
}

TEST_F(VirtualStream, AStreamIsHeldUntilTheHostWrites) {
  on_machine([] {
    TestGpu gpu;
    StreamWork work(gpu);
    const PinnedBuffer flag(gpu.context, 4);
    *flag.as<unsigned>() = 0;
    gpu.fn().cuStreamWaitValue32(gpu.stream.get(), reinterpret_cast<std::uintptr_t>(flag.data()), 1,
                                 CU_STREAM_WAIT_VALUE_GEQ);
    work.copy();
    EXPECT_FALSE(gpu.stream.idle());
    *flag.as<unsigned>() = 1;
    gpu.stream.synchronize();
    EXPECT_TRUE(gpu.stream.idle());
  });
}

TEST_F(VirtualStream, RefusesBadHandlesAndUnreachedEvents) {
  on_machine([] {
    const TestGpu gpu;
    const auto& fn = gpu.fn();
    int no_handle = 0;
    EXPECT_EQ(fn.cuStreamSynchronize.raw(reinterpret_cast<CUstream>(&no_handle)),
              CUDA_ERROR_INVALID_HANDLE);
    EXPECT_EQ(fn.cuEventQuery.raw(reinterpret_cast<CUevent>(&no_handle)),
              CUDA_ERROR_INVALID_HANDLE);
    const GpuEvent never_recorded(gpu.context), other(gpu.context);
    float ms = 0;
    EXPECT_EQ(fn.cuEventElapsedTime.raw(&ms, never_recorded.get(), other.get()),
              CUDA_ERROR_INVALID_HANDLE);
    CUstream stream = nullptr;
    fn.cuStreamCreate(&stream, 0);
    fn.cuStreamDestroy(stream);
    EXPECT_EQ(fn.cuStreamDestroy.raw(stream), CUDA_ERROR_INVALID_HANDLE);
    CUevent untimed = nullptr;
    fn.cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING);
    fn.cuEventRecord(untimed, gpu.stream.get());
    gpu.stream.synchronize();
    EXPECT_EQ(fn.cuEventElapsedTime.raw(&ms, untimed, untimed), CUDA_ERROR_INVALID_HANDLE);
  });
}

TEST_F(VirtualStream, AGraphRepeatsWhatWasCaptured) {
  on_machine([] {
    TestGpu gpu;
    StreamWork work(gpu);
    work.write(3);
    work.read();
    const auto once = work.sum_found();
    const auto& fn = gpu.fn();
    CUgraph graph = nullptr;
    CUgraphExec runs = nullptr;
    fn.cuStreamBeginCapture(gpu.stream.get(), CU_STREAM_CAPTURE_MODE_GLOBAL);
    work.read();
    work.read();
    fn.cuStreamEndCapture(gpu.stream.get(), &graph);
    EXPECT_EQ(work.sum_found(), once) << "captured, not run";
    fn.cuGraphInstantiateWithFlags(&runs, graph, 0);
    for (int i = 0; i < 3; ++i) fn.cuGraphLaunch(runs, gpu.stream.get());
    EXPECT_EQ(work.sum_found(), 7 * once);
    fn.cuGraphExecDestroy(runs);
    fn.cuGraphDestroy(graph);
    EXPECT_EQ(fn.cuGraphDestroy.raw(graph), CUDA_ERROR_INVALID_HANDLE);
  });
}

}  // namespace
}  // namespace gpuproof::vgpu
