// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Start, devices, contexts and memory of the virtual driver.
#include "harness/base/clock.h"
#include "tests/vgpu/selftest/driver/driver_test.h"

namespace gpuproof::vgpu {
namespace {

class VirtualDevice : public DriverTest {};
class VirtualMemory : public DriverTest {};

TEST_F(VirtualDevice, SaysWhatTheScenarioSays) {
  on_machine([] {
    const TestGpu gpu;
    EXPECT_EQ(gpu.context.driver().version(), 13000);
    EXPECT_EQ(gpu.context.driver().device_count(), 1);
    EXPECT_EQ(gpu.context.name(), "NVIDIA H100 80GB HBM3");
    EXPECT_EQ(gpu.context.uuid(), "GPU-5f1c7a10-0d3e-4b8a-9c21-000000000001");
    EXPECT_EQ(gpu.context.pci_address(), "0000:18:00.0");
    EXPECT_EQ(gpu.context.compute_capability(), 90);
    EXPECT_EQ(gpu.context.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), 132);
    EXPECT_EQ(gpu.context.attribute(CU_DEVICE_ATTRIBUTE_PCI_BUS_ID), 0x18);
    EXPECT_EQ(gpu.context.memory().total, 85520809984u - 579862528u);
  });
}

TEST_F(VirtualDevice, AnAttributeThatIsNotModelledIsRefused) {
  on_machine([] {
    const TestGpu gpu;
    int value = 0;
    EXPECT_EQ(gpu.fn().cuDeviceGetAttribute.raw(&value, CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, 0),
              CUDA_ERROR_NOT_SUPPORTED);
  });
}

TEST_F(VirtualDevice, NothingWorksBeforeInitAndInAForkedChild) {
  on_machine([] {
    const auto driver = DriverApi::load({.library_path = GPUPROOF_VGPU_DIR});
    EXPECT_EQ(driver->init_result(), 0);
    ChildProcess forked([&] {
      int count = 0;
      return static_cast<int>(driver->fn.cuDeviceGetCount.raw(&count));
    });
    EXPECT_EQ(forked.wait(), CUDA_ERROR_NOT_INITIALIZED);
    int version = 0;
    EXPECT_EQ(driver->fn.cuInit.raw(7), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(driver->fn.cuDriverGetVersion.raw(&version), CUDA_SUCCESS);
  });
}

TEST_F(VirtualDevice, AGpuThatWasLostBeforeIsNotThere) {
  on_machine("h100x8", R"("faults": [{"kind": "gpu_lost", "gpu": 2}])",
             [] { EXPECT_EQ(open_driver()->device_count(), 7); });
  on_machine("h100x1", R"("faults": [{"kind": "gpu_lost", "gpu": 0}])", [] {
    EXPECT_EQ(DriverApi::load({.library_path = GPUPROOF_VGPU_DIR})->init_result(),
              CUDA_ERROR_NO_DEVICE);
  });
}

TEST_F(VirtualDevice, TheEnvironmentChoosesAndOrdersDevices) {
  const auto shown = [](const char* variable, std::vector<std::string> addresses) {
    return [=] {
      ::setenv("CUDA_VISIBLE_DEVICES", variable, 1);
      const auto driver = DriverApi::load({.library_path = GPUPROOF_VGPU_DIR});
      std::vector<std::string> found;
      const int count = driver->init_result() == CUDA_SUCCESS ? driver->device_count() : 0;
      for (int i = 0; i < count; ++i) found.push_back(cuda_pci_address(*driver, i));
      EXPECT_EQ(found, addresses) << variable;
    };
  };
  on_machine("h100x8", "", shown("1,0", {"0000:2a:00.0", "0000:18:00.0"}));
  on_machine("h100x8", "", shown("1,9,0", {"0000:2a:00.0"}));
  on_machine("h100x8", "", shown("0,0", {"0000:18:00.0"}));
  on_machine("h100x8", "", shown("GPU-5f1c7a10-0d3e-4b8a-9c21-000000000002", {"0000:2a:00.0"}));
  on_machine("h100x8", "", shown("GPU-5f1c7a10", {}));
  on_machine("h100x8", "", shown("", {}));
}

TEST_F(VirtualDevice, AContextIsNeededAndMustBeOneOfOurs) {
  on_machine([] {
    const auto driver = open_driver();
    CUdeviceptr address = 0;
    EXPECT_EQ(driver->fn.cuMemAlloc.raw(&address, 4096), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(driver->fn.cuCtxSetCurrent.raw(reinterpret_cast<CUcontext>(0x1234)),
              CUDA_ERROR_INVALID_CONTEXT);
    CUdevice device = 0;
    EXPECT_EQ(driver->fn.cuDeviceGet.raw(&device, 1), CUDA_ERROR_INVALID_DEVICE);
    CUcontext context = nullptr;
    driver->fn.cuDevicePrimaryCtxRetain(&context, 0);
    driver->fn.cuCtxSetCurrent(context);
    driver->fn.cuMemAlloc(&address, 4096);
    driver->fn.cuDevicePrimaryCtxRelease(0);
    EXPECT_EQ(driver->fn.cuMemFree.raw(address), CUDA_ERROR_INVALID_CONTEXT) << "it is gone";
  });
}

TEST_F(VirtualMemory, RefusesWhatIsNotItsOwn) {
  on_machine([] {
    const TestGpu gpu;
    const DeviceBuffer buffer(gpu.context, 1000);
    char bytes[1001] = {};
    const auto& fn = gpu.fn();
    const auto stream = gpu.stream.get();
    EXPECT_EQ(fn.cuMemcpyHtoDAsync.raw(buffer.address(), bytes, 1001, stream),
              CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(fn.cuMemcpyDtoHAsync.raw(bytes, buffer.address() + 1, 1000, stream),
              CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(fn.cuMemcpyDtoDAsync.raw(buffer.address(), 0x1000, 8, stream),
              CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(fn.cuMemsetD32Async.raw(buffer.address() + 2, 0, 4, stream),
              CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(fn.cuMemFree.raw(buffer.address() + 256), CUDA_ERROR_INVALID_VALUE);
    CUdeviceptr address = 0;
    EXPECT_EQ(fn.cuMemAlloc.raw(&address, 0), CUDA_ERROR_INVALID_VALUE);
  });
}

TEST_F(VirtualMemory, FreedMemoryStaysIllegal) {
  on_machine([] {
    TestGpu gpu;
    CUdeviceptr freed = 0, next = 0;
    gpu.fn().cuMemAlloc(&freed, 1 << 20);
    gpu.fn().cuMemFree(freed);
    EXPECT_EQ(gpu.fn().cuMemFree.raw(freed), CUDA_ERROR_INVALID_VALUE);
    gpu.fn().cuMemAlloc(&next, 1 << 20);
    EXPECT_NE(next, freed);
    char byte = 0;
    EXPECT_EQ(gpu.fn().cuMemcpyDtoHAsync.raw(&byte, freed, 1, gpu.stream.get()),
              CUDA_ERROR_INVALID_VALUE);
    StreamWork work(gpu);
    KernelRef<stream_write_sig>(work.unit, "stream_write")(gpu.stream, work.grid,
                                                           reinterpret_cast<uint4*>(freed), 4, 1);
    EXPECT_EQ(gpu.fn().cuStreamSynchronize.raw(gpu.stream.get()), CUDA_ERROR_ILLEGAL_ADDRESS);
  });
}

TEST_F(VirtualMemory, IsAsLargeAsTheNominalCard) {
  on_machine([] {
    const TestGpu gpu;
    const auto before = gpu.context.memory();
    const DeviceBuffer quarter(gpu.context, 5u << 20);
    EXPECT_EQ(gpu.context.memory().free, before.free - (std::size_t{5} << 32));
    EXPECT_THROW(DeviceBuffer(gpu.context, 20u << 20), NotReached);
  });
}

TEST_F(VirtualMemory, APageableCopyTakesItsBytesAtTheCallAndAPinnedOneWhenItRuns) {
  on_machine([] {
    const TestGpu gpu;
    DeviceBuffer buffer(gpu.context, 8);
    const PinnedBuffer pinned(gpu.context, 4);
    unsigned pageable = 1, found[2] = {};
    *pinned.as<unsigned>() = 1;
    buffer.upload(&pageable, 4, gpu.stream);
    buffer.upload(pinned.data(), 4, gpu.stream, 4);
    pageable = *pinned.as<unsigned>() = 2;
    buffer.download(found, sizeof found, gpu.stream);
    gpu.stream.synchronize();
    EXPECT_EQ(found[0], 1u);
    EXPECT_EQ(found[1], 2u) << "who writes there before the copy ran sends the new bytes";
  });
}

TEST_F(VirtualMemory, ACopyTakesAsLongAsItsLink) {
  const auto rate = [](double expected) {
    return [expected] {
      const TestGpu gpu;
      constexpr std::size_t bytes = 1 << 20;
      DeviceBuffer buffer(gpu.context, bytes);
      const PinnedBuffer pinned(gpu.context, bytes);
      GpuEvent start(gpu.context), stop(gpu.context);
      start.record(gpu.stream);
      buffer.upload(pinned.data(), bytes, gpu.stream);
      stop.record(gpu.stream);
      stop.wait();
      EXPECT_NEAR(4096.0 * bytes / stop.seconds_since(start) / 1e9, expected, 0.02 * expected);
    };
  };
  const double generation_5 = 3.938 * 16 * 0.85;
  on_machine("h100x1", "", rate(generation_5));
  on_machine("h100x1", R"("faults": [{"kind": "narrow_link", "width": 8}])",
             rate(generation_5 / 2));
  on_machine("h100x1", R"("faults": [{"kind": "slow_link", "factor": 0.25}])",
             rate(generation_5 / 4));
}

TEST_F(VirtualMemory, OfADeadProcessIsFreeAgain) {
  const auto scenario = folder_.changed("h100x1", R"("about": "")");
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  auto holder = process_on(scenario, [&] {
    const TestGpu gpu;
    const DeviceBuffer buffer(gpu.context, 10u << 20);
    EXPECT_EQ(::write(ready[1], "x", 1), 1);
    while (true) ::pause();
  });
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  const auto free_now = [&](std::size_t least, std::size_t most) {
    return process_on(scenario,
                      [=] {
                        const TestGpu gpu;
                        EXPECT_GE(gpu.context.memory().free, least);
                        EXPECT_LE(gpu.context.memory().free, most);
                      })
        .wait();
  };
  EXPECT_EQ(free_now(0, 42'000'000'000), 0);
  holder.kill();
  EXPECT_EQ(free_now(84'000'000'000, 86'000'000'000), 0);
}

}  // namespace
}  // namespace gpuproof::vgpu
