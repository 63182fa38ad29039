// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gpu/fake_drivers.h"

namespace gpuproof {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_gpu::message_of;
using testing_gpu::only;

std::string refusal(const std::string& fake) {
  return message_of<Unavailable>([&] { DriverApi::open(only(fake)); });
}

TEST(DriverApi, LoadsAndTellsWhichCopy) {
  const auto driver = DriverApi::open(only("good"));
  EXPECT_EQ(driver->version(), 13000);
  EXPECT_EQ(driver->device_count(), 2);
  EXPECT_THAT(driver->library().copy().path, HasSubstr("fake_drivers/good/libcuda.so.1"));
  EXPECT_EQ(driver->library().copy().place, "--library-path");
  EXPECT_TRUE(driver->library().passed_over().empty());
}

TEST(DriverApi, MissingLibraryNamesPlacesAndRemedy) {
  EXPECT_THAT(refusal("none"),
              AllOf(HasSubstr("libcuda.so.1 not found"), HasSubstr("--library-path"),
                    HasSubstr("install the NVIDIA driver")));
}

TEST(DriverApi, MissingFunctionNamesItAndTheCopy) {
  EXPECT_THAT(refusal("incomplete"),
              AllOf(HasSubstr("fake_drivers/incomplete/libcuda.so.1"),
                    HasSubstr("lacks cuMemAlloc_v2"), HasSubstr("update the NVIDIA driver")));
}

TEST(DriverApi, OldDriverNamesBothVersions) {
  EXPECT_THAT(refusal("old"), AllOf(HasSubstr("CUDA 10.2"), HasSubstr("CUDA 11.0 or newer"),
                                    HasSubstr("update the NVIDIA driver")));
}

TEST(DriverApi, StubIsPassedOverForARealCopy) {
  EXPECT_THAT(refusal("stub"), AllOf(HasSubstr("cannot be used"), HasSubstr("stub")));
  auto search = only("stub");
  search.ld_library_path = GPUPROOF_FAKE_DRIVERS "/good";
  const auto driver = DriverApi::open(search);
  EXPECT_EQ(driver->library().copy().place, "LD_LIBRARY_PATH");
  ASSERT_EQ(driver->library().passed_over().size(), 1u);
  EXPECT_THAT(driver->library().passed_over()[0], HasSubstr("stub"));
}

TEST(DriverApi, FailedInitIsAFactAndARefusal) {
  EXPECT_EQ(DriverApi::load(only("mismatch"))->init_result(), 803);
  EXPECT_THAT(refusal("mismatch"),
              AllOf(HasSubstr("cuInit failed with CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803)"),
                    HasSubstr("Reboot")));
}

TEST(DriverApi, OlderNameServesWhereTheSignatureStayed) {
  const auto driver = DriverApi::open(only("before_12_9"));
  float milliseconds = 0;
  driver->fn.cuEventElapsedTime(&milliseconds, nullptr, nullptr);
  EXPECT_EQ(milliseconds, 250);
}

TEST(DriverApi, OptionalFunctionIsMissedOnlyWhenCalled) {
  const auto driver = DriverApi::open(only("good"));
  EXPECT_FALSE(driver->fn.cuGraphLaunch);
  EXPECT_THAT(message_of<Unavailable>([&] { driver->fn.cuGraphLaunch(nullptr, nullptr); }),
              AllOf(HasSubstr("cuGraphLaunch"), HasSubstr("update the driver")));
}

TEST(CudaError, NamesCallCodeCauseAndRemedy) {
  const CudaError error("cuMemAlloc_v2", 719);
  EXPECT_EQ(error.call, "cuMemAlloc_v2");
  EXPECT_EQ(error.code, 719);
  EXPECT_TRUE(error.context_dead);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("CUDA_ERROR_LAUNCH_FAILED (719)"), HasSubstr("Likely:"),
                                  HasSubstr("To do:")));
  EXPECT_STREQ(CudaError("cuInit", 4321).what(), "cuInit failed with CUDA error 4321 (4321)");
}

// What the table says must be what the header of this build says.
TEST(CudaError, TableAgreesWithTheHeader) {
  EXPECT_EQ(cuda_error_meaning(CUDA_ERROR_ECC_UNCORRECTABLE).name, "CUDA_ERROR_ECC_UNCORRECTABLE");
  EXPECT_EQ(cuda_error_meaning(CUDA_ERROR_STUB_LIBRARY).name, "CUDA_ERROR_STUB_LIBRARY");
  EXPECT_TRUE(cuda_error_meaning(CUDA_ERROR_NVLINK_UNCORRECTABLE).suspect_hardware);
  EXPECT_FALSE(cuda_error_meaning(CUDA_ERROR_OUT_OF_MEMORY).context_dead);
}

}  // namespace
}  // namespace gpuproof
