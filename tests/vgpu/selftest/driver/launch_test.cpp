// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Modules and launches of the virtual driver.
#include <gmock/gmock.h>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "tests/vgpu/selftest/driver/driver_test.h"

namespace gpuproof::vgpu {
namespace {

class VirtualLaunch : public DriverTest {};

TEST_F(VirtualLaunch, ComputesWhatTheKernelComputes) {
  on_machine([] {
    TestGpu gpu;
    StreamWork work(gpu);
    const auto check = load_unit(gpu.context, "check");
    DeviceBuffer found(gpu.context, sizeof(DeviceMismatches));
    DeviceMismatches result{0, ~0ull};
    found.upload(&result, sizeof result, gpu.stream);
    work.write(77);
    work.copy();
    const KernelRef<check_quick_words_sig> compare(check, "check_quick_words");
    compare(gpu.stream, work.grid, work.b.as<uint4>(), work.n, 77, found.as<DeviceMismatches>());
    found.download(&result, sizeof result, gpu.stream);
    gpu.stream.synchronize();
    EXPECT_EQ(result.count, 0u);
    compare(gpu.stream, work.grid, work.b.as<uint4>(), work.n, 78, found.as<DeviceMismatches>());
    found.download(&result, sizeof result, gpu.stream);
    gpu.stream.synchronize();
    EXPECT_EQ(result.count, 2 * work.n);
    EXPECT_EQ(result.first, 0u);
  });
}

TEST_F(VirtualLaunch, RefusesWrongShapes) {
  on_machine([] {
    TestGpu gpu;
    StreamWork work(gpu);
    const KernelRef<stream_copy_sig> copy(work.unit, "stream_copy");
    const auto launch = [&](const Grid& grid) {
      CUdeviceptr a = work.a.address(), b = work.b.address();
      std::uint64_t n = work.n;
      void* arguments[] = {&a, &b, &n};
      return gpu.fn().cuLaunchKernel.raw(copy.function(), grid.blocks, grid.blocks_y, grid.blocks_z,
                                         grid.threads, grid.threads_y, grid.threads_z,
                                         grid.shared_bytes, gpu.stream.get(), arguments, nullptr);
    };
    EXPECT_EQ(launch({.blocks = 1, .threads = 1024}), CUDA_SUCCESS);
    EXPECT_EQ(launch({.blocks = 1, .threads = 1056}), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(launch({.blocks = 1, .threads = 512, .threads_y = 4}), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(launch({.blocks = 0, .threads = 32}), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(launch({.blocks = 1, .threads = 32, .blocks_y = 65536}), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(launch({.blocks = 1, .threads = 32, .shared_bytes = (48 << 10) + 1}),
              CUDA_ERROR_INVALID_VALUE);
    const auto& fn = gpu.fn();
    const auto limit = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    EXPECT_EQ(fn.cuFuncSetAttribute.raw(copy.function(), limit, 228 << 10),
              CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(fn.cuFuncSetAttribute.raw(copy.function(), limit, 100 << 10), CUDA_SUCCESS);
    EXPECT_EQ(launch({.blocks = 1, .threads = 32, .shared_bytes = 100 << 10}), CUDA_SUCCESS);
    gpu.stream.synchronize();
    int no_handle = 0;
    EXPECT_EQ(fn.cuLaunchKernel.raw(reinterpret_cast<CUfunction>(&no_handle), 1, 1, 1, 32, 1, 1, 0,
                                    gpu.stream.get(), nullptr, nullptr),
              CUDA_ERROR_INVALID_HANDLE);
  });
}

TEST_F(VirtualLaunch, BeyondABufferIsAnIllegalAddressAndStays) {
  on_machine([] {
    TestGpu gpu;
    StreamWork work(gpu);
    KernelRef<stream_write_sig>(work.unit, "stream_write")(gpu.stream, work.grid,
                                                           work.a.as<uint4>(), work.n + 1, 1);
    EXPECT_EQ(gpu.fn().cuStreamSynchronize.raw(gpu.stream.get()), CUDA_ERROR_ILLEGAL_ADDRESS);
    CUdeviceptr address = 0;
    EXPECT_EQ(gpu.fn().cuMemAlloc.raw(&address, 16), CUDA_ERROR_ILLEGAL_ADDRESS);
    EXPECT_EQ(gpu.fn().cuStreamQuery.raw(gpu.stream.get()), CUDA_ERROR_ILLEGAL_ADDRESS);
  });
}

TEST_F(VirtualLaunch, AMisalignedArrayIsNamed) {
  on_machine([] {
    TestGpu gpu;
    StreamWork work(gpu);
    KernelRef<stream_write_sig>(work.unit, "stream_write")(
        gpu.stream, work.grid, reinterpret_cast<uint4*>(work.a.address() + 4), 16, 1);
    EXPECT_EQ(gpu.fn().cuStreamSynchronize.raw(gpu.stream.get()), CUDA_ERROR_MISALIGNED_ADDRESS);
  });
}

TEST_F(VirtualLaunch, MemoryOfAnotherGpuNeedsPeerAccess) {
  const auto reach = [](bool enable, CUresult expected) {
    return [=] {
      TestGpu one(1), gpu(0);
      const DeviceBuffer foreign(one.context, StreamWork::bytes);
      gpu.context.make_current();
      StreamWork work(gpu);
      if (enable) gpu.fn().cuCtxEnablePeerAccess(one.context.handle(), 0);
      KernelRef<stream_write_sig>(work.unit, "stream_write")(gpu.stream, work.grid,
                                                             foreign.as<uint4>(), work.n, 1);
      EXPECT_EQ(gpu.fn().cuStreamSynchronize.raw(gpu.stream.get()), expected);
    };
  };
  on_machine("h100x8", "", reach(false, CUDA_ERROR_ILLEGAL_ADDRESS));
  on_machine("h100x8", "", reach(true, CUDA_SUCCESS));
  on_machine("rtx4090x2", "", [] {
    TestGpu one(1), gpu(0);
    EXPECT_EQ(gpu.fn().cuCtxEnablePeerAccess.raw(one.context.handle(), 0),
              CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
  });
}

TEST_F(VirtualLaunch, CopiesBetweenGpusGoByTheirLink) {
  const auto copied_at = [](double gbs) {
    return [gbs] {
      TestGpu one(1), gpu(0);
      constexpr std::size_t bytes = 1 << 20;
      DeviceBuffer there(one.context, bytes), here(gpu.context, bytes);
      there.fill(0x3c, one.stream);
      one.stream.synchronize();
      gpu.context.make_current();
      GpuEvent start(gpu.context), stop(gpu.context);
      start.record(gpu.stream);
      gpu.fn().cuMemcpyPeerAsync(here.address(), gpu.context.handle(), there.address(),
                                 one.context.handle(), bytes, gpu.stream.get());
      stop.record(gpu.stream);
      stop.wait();
      EXPECT_NEAR(4096.0 * bytes / stop.seconds_since(start) / 1e9, gbs, 0.02 * gbs);
      unsigned char last = 0;
      here.download(&last, 1, gpu.stream, bytes - 1);
      gpu.stream.synchronize();
      EXPECT_EQ(last, 0x3c);
    };
  };
  on_machine("h100x8", "", copied_at(18 * 25 * 0.84));
  on_machine("h100x8", R"("change": {"0": {"nvlink": {"down": [0, 1]}}})",
             copied_at(16 * 25 * 0.84));
  on_machine("h100x8", R"("change": {"1": {"nvlink": null}})", copied_at(3.938 * 16 * 0.85));
}

TEST_F(VirtualLaunch, TheImageMustHoldTheKernel) {
  on_machine([] {
    const TestGpu gpu;
    const auto unit = load_unit(gpu.context, "stream");
    EXPECT_STREQ(unit.code(), "sass");
    EXPECT_THROW(unit.function("check_words"), CudaError) << "that is in another unit";
    int registers = 0;
    gpu.fn().cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS,
                                unit.function("stream_triad"));
    EXPECT_GT(registers, 8);
    EXPECT_LT(registers, 65);
    int blocks = 0;
    gpu.fn().cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, unit.function("stream_triad"),
                                                         1024, 0);
    EXPECT_GE(blocks, 1);
    EXPECT_LE(blocks, 2);
  });
}

TEST_F(VirtualLaunch, AnOlderDriverTakesPtxAndATooOldOneNothing) {
  on_machine("h100x1", R"("driver": {"version": "550.54.15", "cuda": 12040})", [] {
    const TestGpu gpu;
    EXPECT_STREQ(load_unit(gpu.context, "stream").code(), "jit");
  });
  on_machine("h100x1", R"("change": {"0": {"compute_capability": "7.0"}})", [] {
    const TestGpu gpu;
    EXPECT_THROW(load_unit(gpu.context, "stream"), Unavailable);
  });
  on_machine([] {
    const TestGpu gpu;
    CUmodule module = nullptr;
    EXPECT_EQ(gpu.fn().cuModuleLoadDataEx.raw(&module, "no image at all", 0, nullptr, nullptr),
              CUDA_ERROR_INVALID_IMAGE);
  });
}

}  // namespace
}  // namespace gpuproof::vgpu
