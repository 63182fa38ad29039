// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/gpu/driver/buffer.h"
#include "harness/gpu/driver/module.h"
#include "tests/unit/gpu/fake_drivers.h"

namespace gpuproof {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_gpu::message_of;
using testing_gpu::only;

TEST(GpuContext, TellsWhatDeviceItIs) {
  const GpuContext context(DriverApi::open(only("good")), 1);
  EXPECT_EQ(context.name(), "Fake 41");
  EXPECT_EQ(context.uuid(), "GPU-f0f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff");
  EXPECT_EQ(context.pci_address(), "0000:29:00.0");
  EXPECT_EQ(context.compute_capability(), 90);
}

TEST(GpuContext, RefusedDeviceIsAnErrorThatNamesTheCall) {
  const auto driver = DriverApi::open(only("good"));
  EXPECT_THAT(message_of<CudaError>([&] { GpuContext(driver, 2); }),
              HasSubstr("cuDeviceGet failed with CUDA_ERROR_INVALID_DEVICE"));
}

TEST(GpuHandles, FailedReleasesAreCountedAndNeverThrown) {
  const auto driver = DriverApi::open(only("stuck"));
  {
    const GpuContext context(driver, 0);
    DeviceBuffer buffer(context, 64);
    auto moved = std::move(buffer);
    const PinnedBuffer pinned(context, 64);
    const GpuStream stream(context);
    const GpuEvent event(context);
  }
  EXPECT_EQ(driver->failed_releases(), 5);
}

TEST(GpuBuffers, ShortMemorySaysNothingAboutThePart) {
  const GpuContext context(DriverApi::open(only("good")), 0);
  EXPECT_THAT(message_of<NotReached>([&] { DeviceBuffer(context, std::size_t{3} << 30); }),
              HasSubstr("3072 MiB of GPU memory"));
  EXPECT_THROW(PinnedBuffer(context, std::size_t{3} << 30), CudaError);
}

TEST(GpuBuffers, CopiesStayInside) {
  const GpuContext context(DriverApi::open(only("good")), 0);
  DeviceBuffer buffer(context, 8);
  const GpuStream stream(context);
  char byte = 0;
  EXPECT_NO_THROW(buffer.upload(&byte, 1, stream, 7));
  EXPECT_THROW(buffer.upload(&byte, 2, stream, 7), std::logic_error);
  EXPECT_THROW(buffer.download(&byte, 1, stream, 9), std::logic_error);
}

TEST(GpuStreams, NotReadyIsAnAnswerAndAFaultIsNot) {
  const GpuContext context(DriverApi::open(only("good")), 0);
  GpuStream stream(context);
  GpuEvent first(context), last(context);
  first.record(stream);
  last.record(stream);
  EXPECT_FALSE(stream.idle());
  EXPECT_DOUBLE_EQ(last.seconds_since(first), 0.25);
  EXPECT_THROW(last.done(), CudaError);
}

TEST(GpuModule, PrefersMachineCodeAndFallsBackToTheNewestPtx) {
  const DeviceImage image{
      .name = "stream", .sass = "SASS", .ptx = {{80, "PTX"}, {90, "PTX"}, {100, "BROKEN"}}};
  const GpuContext now(DriverApi::open(only("good")), 0);
  EXPECT_STREQ(GpuModule(now, image).code(), "sass");
  const GpuContext before(DriverApi::open(only("before_12_9")), 0);
  EXPECT_STREQ(GpuModule(before, image).code(), "jit");
}

TEST(GpuModule, TooOldADriverIsSaidInOneSentence) {
  const GpuContext context(DriverApi::open(only("before_12_9")), 0);
  const DeviceImage image{.name = "stream", .sass = "SASS", .ptx = {{75, "BROKEN"}}};
  EXPECT_THAT(message_of<Unavailable>([&] { GpuModule(context, image); }),
              AllOf(HasSubstr("compute capability 9.0"), HasSubstr("CUDA 12.2"),
                    HasSubstr("CUDA_ERROR_NO_BINARY_FOR_GPU"), HasSubstr("unsupported .version"),
                    HasSubstr("update the NVIDIA driver")));
}

TEST(KernelRef, LaunchesWithTypedArguments) {
  const GpuContext context(DriverApi::open(only("good")), 0);
  const GpuModule module(context, {.name = "stream", .sass = "SASS", .ptx = {}});
  const GpuStream stream(context);
  const KernelRef<void(int, float)> triad(module, "triad");
  triad(stream, {.blocks = 5, .threads = 128, .shared_bytes = 64}, 42, 1.0f);
  const auto* launched = static_cast<const int*>(context.driver().library().find("fake_launched"));
  EXPECT_THAT(std::vector<int>(launched, launched + 4), testing::ElementsAre(5, 128, 64, 42));
  EXPECT_THROW((KernelRef<void()>(module, "absent")), CudaError);
}

}  // namespace
}  // namespace gpuproof
