// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <vector>

#include "tests/vgpu/nvml/types.h"
#include "tests/vgpu/selftest/changed_scenario.h"

namespace gpuproof::vgpu::nvml {
namespace {

// The library as a program meets it: by name, through dlsym.
class NvmlTest : public testing::Test {
 protected:
  NvmlTest() : library_(dlopen(GPUPROOF_VGPU_DIR "/libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    if (!library_) throw std::runtime_error(dlerror());
  }
  ~NvmlTest() override {
    call("nvmlShutdown");
    dlclose(library_);
  }

  void open(const std::filesystem::path& scenario) {
    setenv("VGPU_SCENARIO", scenario.c_str(), 1);
    ASSERT_EQ(call("nvmlInit_v2"), success);
    ASSERT_EQ(call("nvmlDeviceGetHandleByIndex_v2", 0u, &gpu_), success);
  }
  void open_changed(const std::string& members) { open(folder_.changed("h100x1", members)); }

  template <class... A>
  int call(const char* name, A... a) {
    const auto function = reinterpret_cast<int (*)(A...)>(dlsym(library_, name));
    return function ? function(a...) : -1;
  }
  template <class... A>
  int of_gpu(const char* name, A... a) {
    return call(name, gpu_, a...);
  }
  std::string text(const char* name) {
    char out[96] = "";
    return of_gpu(name, +out, 96u) == success ? out : "";
  }
  unsigned number(const char* name) {
    unsigned out = ~0u;
    of_gpu(name, &out);
    return out;
  }

  void* library_;
  Device gpu_ = nullptr;
  ScenarioFolder folder_;
};

TEST_F(NvmlTest, NothingAnswersBeforeItIsInitialised) {
  unsigned count = 0;
  EXPECT_EQ(call("nvmlDeviceGetCount_v2", &count), uninitialized);
  EXPECT_EQ(call("nvmlShutdown"), uninitialized);
}

TEST_F(NvmlTest, AHealthyH100) {
  open(GPUPROOF_SCENARIOS_DIR "/h100x1");
  EXPECT_EQ(text("nvmlDeviceGetName"), "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(text("nvmlDeviceGetSerial"), "1650323000101");
  PciInfo pci{};
  EXPECT_EQ(of_gpu("nvmlDeviceGetPciInfo_v3", &pci), success);
  EXPECT_STREQ(pci.bus_id, "00000000:18:00.0");
  EXPECT_EQ(pci.device_id, 0x233010deu);
  EXPECT_EQ(number("nvmlDeviceGetMaxPcieLinkGeneration"), 5u);
  EXPECT_EQ(number("nvmlDeviceGetCurrPcieLinkWidth"), 16u);
  EXPECT_EQ(number("nvmlDeviceGetEnforcedPowerLimit"), 700000u);
  Memory memory{};
  EXPECT_EQ(of_gpu("nvmlDeviceGetMemoryInfo", &memory), success);
  EXPECT_EQ(memory.total, 85520809984u);
  EXPECT_EQ(memory.used, 579862528u);
  MemoryV2 second{.version = version_word(sizeof second, 2)};
  EXPECT_EQ(of_gpu("nvmlDeviceGetMemoryInfo_v2", &second), success);
  EXPECT_EQ(second.used, 0u);
  unsigned long long reasons = 0;
  EXPECT_EQ(of_gpu("nvmlDeviceGetCurrentClocksEventReasons", &reasons), success);
  EXPECT_EQ(reasons, 1u) << "idle";
  int is = 0, pending = 0;
  EXPECT_EQ(of_gpu("nvmlDeviceGetEccMode", &is, &pending), success);
  EXPECT_EQ(is, 1);
}

TEST_F(NvmlTest, SaysThatItIsVirtual) {
  setenv("VGPU_SCENARIO", GPUPROOF_SCENARIOS_DIR "/h100x1", 1);
  const auto scale = reinterpret_cast<double (*)()>(dlsym(library_, "vgpuScale"));
  ASSERT_TRUE(scale);
  EXPECT_EQ(scale(), 1.0 / 4096);
}

TEST_F(NvmlTest, FindsAGpuByUuidAndAddress) {
  open(GPUPROOF_SCENARIOS_DIR "/h100x1");
  Device found = nullptr;
  const auto uuid = text("nvmlDeviceGetUUID");
  EXPECT_EQ(call("nvmlDeviceGetHandleByUUID", uuid.c_str(), &found), success);
  EXPECT_EQ(found, gpu_);
  EXPECT_EQ(call("nvmlDeviceGetHandleByPciBusId_v2", "00000000:18:00.0", &found), success);
  EXPECT_EQ(call("nvmlDeviceGetHandleByPciBusId_v2", "0000:19:00.0", &found), not_found);
}

TEST_F(NvmlTest, RefusesWhatTheRealOneRefuses) {
  open(GPUPROOF_SCENARIOS_DIR "/h100x1");
  char small[4];
  EXPECT_EQ(of_gpu("nvmlDeviceGetName", +small, 4u), insufficient_size);
  MemoryV2 wrong{.version = 7};
  EXPECT_EQ(of_gpu("nvmlDeviceGetMemoryInfo_v2", &wrong), version_mismatch);
  unsigned out = 0;
  int foreign = 0;
  EXPECT_EQ(call("nvmlDeviceGetPowerUsage", reinterpret_cast<Device>(&foreign), &out),
            invalid_argument);
  EXPECT_EQ(of_gpu("nvmlDeviceGetPowerUsage", static_cast<unsigned*>(nullptr)), invalid_argument);
}

TEST_F(NvmlTest, WhatTheProductLacksIsNotSupported) {
  open_changed(R"("change": {"0": {"ecc": null, "remap": null, "serial": null}})");
  int is = 0;
  unsigned long long errors = 0;
  EXPECT_EQ(of_gpu("nvmlDeviceGetEccMode", &is, &is), not_supported);
  EXPECT_EQ(of_gpu("nvmlDeviceGetTotalEccErrors", 1, 0, &errors), not_supported);
  char serial[30];
  EXPECT_EQ(of_gpu("nvmlDeviceGetSerial", +serial, 30u), not_supported);
  FieldValue fields[2] = {{.id = 142}, {.id = 186}};
  EXPECT_EQ(of_gpu("nvmlDeviceGetFieldValues", 2, +fields), success);
  EXPECT_EQ(fields[0].result, not_supported);
  EXPECT_EQ(fields[1].result, success);
  EXPECT_EQ(fields[1].value.ui, 72000u);
}

TEST_F(NvmlTest, NvLinkErrorsAreCountedByLink) {
  open_changed(R"("change": {"0": {"nvlink": {"version": 4, "links": 18, "down": [3],
                                              "crc_errors": {"5": 1200}}}})");
  int up = -1;
  EXPECT_EQ(of_gpu("nvmlDeviceGetNvLinkState", 3u, &up), success);
  EXPECT_EQ(up, 0);
  EXPECT_EQ(of_gpu("nvmlDeviceGetNvLinkState", 17u, &up), success);
  EXPECT_EQ(up, 1);
  EXPECT_EQ(of_gpu("nvmlDeviceGetNvLinkState", 18u, &up), not_supported);
  unsigned long long errors = 0;
  EXPECT_EQ(of_gpu("nvmlDeviceGetNvLinkErrorCounter", 5u, 2, &errors), success);
  EXPECT_EQ(errors, 1200u);
  FieldValue field{.id = 163, .scope = 5};
  EXPECT_EQ(of_gpu("nvmlDeviceGetFieldValues", 1, &field), success);
  EXPECT_EQ(field.value.ull, 1200u);
}

TEST_F(NvmlTest, ACallFailsFromItsThirdTimeOn) {
  open_changed(R"("faults": [{"kind": "nvml", "call": "nvmlDeviceGetPowerUsage",
                              "error": "NVML_ERROR_UNKNOWN", "after_launches": 2, "times": 1}])");
  unsigned out = 0;
  EXPECT_EQ(of_gpu("nvmlDeviceGetPowerUsage", &out), success);
  EXPECT_EQ(of_gpu("nvmlDeviceGetPowerUsage", &out), success);
  EXPECT_EQ(of_gpu("nvmlDeviceGetPowerUsage", &out), unknown);
  EXPECT_EQ(of_gpu("nvmlDeviceGetPowerUsage", &out), success);
}

TEST_F(NvmlTest, ACallAnswersZerosOrBlocks) {
  open_changed(R"("faults": [
      {"kind": "nvml", "call": "nvmlDeviceGetTemperature", "zeros": true},
      {"kind": "nvml", "call": "nvmlDeviceGetUUID", "block_s": 0.05}])");
  unsigned celsius = 99;
  EXPECT_EQ(of_gpu("nvmlDeviceGetTemperature", 0, &celsius), success);
  EXPECT_EQ(celsius, 0u);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_NE(text("nvmlDeviceGetUUID"), "");
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(50));
}

TEST_F(NvmlTest, InitFailsAsTheScenarioSays) {
  setenv("VGPU_SCENARIO",
         folder_
             .changed("h100x1", R"("faults": [{"kind": "nvml", "call": "nvmlInit_v2",
                                      "error": "NVML_ERROR_LIB_RM_VERSION_MISMATCH"}])")
             .c_str(),
         1);
  EXPECT_EQ(call("nvmlInit_v2"), 18);
  const auto say = reinterpret_cast<const char* (*)(int)>(dlsym(library_, "nvmlErrorString"));
  EXPECT_STREQ(say(18), "Driver/library version mismatch");
}

TEST_F(NvmlTest, ALostGpuIsLostToEveryCall) {
  setenv("VGPU_SCENARIO",
         folder_.changed("h100x1", R"("faults": [{"kind": "gpu_lost", "gpu": 0}])").c_str(), 1);
  ASSERT_EQ(call("nvmlInit_v2"), success);
  unsigned count = 0;
  EXPECT_EQ(call("nvmlDeviceGetCount_v2", &count), success);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(call("nvmlDeviceGetHandleByIndex_v2", 0u, &gpu_), gpu_is_lost);
}

TEST_F(NvmlTest, AnXidIsReportedOncePerSet) {
  open_changed(R"("faults": [{"kind": "xid", "gpu": 0, "code": 63}])");
  EventSet* set = nullptr;
  EXPECT_EQ(call("nvmlEventSetCreate", &set), success);
  EXPECT_EQ(of_gpu("nvmlDeviceRegisterEvents", 8ull, set), success);
  EventData event{};
  EXPECT_EQ(call("nvmlEventSetWait_v2", set, &event, 0u), success);
  EXPECT_EQ(event.data, 63u);
  EXPECT_EQ(event.device, gpu_);
  EXPECT_EQ(call("nvmlEventSetWait_v2", set, &event, 0u), timeout);
  EXPECT_EQ(call("nvmlEventSetFree", set), success);
}

TEST_F(NvmlTest, FaultsShowInTheirSensors) {
  open_changed(R"("faults": [
      {"kind": "ecc", "gpu": 0, "count": 7}, {"kind": "remap", "count": 1, "pending": true},
      {"kind": "narrow_link", "width": 8}, {"kind": "power_cap", "watts": 350}])");
  unsigned long long errors = 0;
  EXPECT_EQ(of_gpu("nvmlDeviceGetTotalEccErrors", 1, 0, &errors), success);
  EXPECT_EQ(errors, 7u);
  unsigned corrected = 0, uncorrected = 0, pending = 0, failed = 0;
  EXPECT_EQ(of_gpu("nvmlDeviceGetRemappedRows", &corrected, &uncorrected, &pending, &failed),
            success);
  EXPECT_THAT((std::vector{corrected, uncorrected, pending, failed}),
              testing::ElementsAre(0u, 1u, 1u, 0u));
  EXPECT_EQ(number("nvmlDeviceGetCurrPcieLinkWidth"), 8u);
  EXPECT_EQ(number("nvmlDeviceGetEnforcedPowerLimit"), 350000u);
}

TEST_F(NvmlTest, ProcessesNeedRoom) {
  open_changed(R"("change": {"0": {"processes": [
      {"pid": 4242, "name": "train", "memory_bytes": 1000000}]}})");
  unsigned count = 0;
  EXPECT_EQ(
      of_gpu("nvmlDeviceGetComputeRunningProcesses_v3", &count, static_cast<ProcessInfo*>(nullptr)),
      insufficient_size);
  ASSERT_EQ(count, 1u);
  ProcessInfo process{};
  EXPECT_EQ(of_gpu("nvmlDeviceGetComputeRunningProcesses_v3", &count, &process), success);
  EXPECT_EQ(process.pid, 4242u);
}

TEST_F(NvmlTest, ACopyBesideItEndsTheProgram) {
  const auto copy = folder_.place() / "libcuda.so.1";
  std::filesystem::copy_file(GPUPROOF_VGPU_DIR "/libnvidia-ml.so.1", copy);
  EXPECT_DEATH(dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL), "links to one file, not copies");
  void* const link = dlopen(GPUPROOF_VGPU_DIR "/libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  EXPECT_EQ(link, library_);
  dlclose(link);
}

TEST_F(NvmlTest, AnUnreadableScenarioIsNamed) {
  setenv("VGPU_SCENARIO", "/no/such/place", 1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(call("nvmlInit_v2"), unknown);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("/no/such/place"));
}

}  // namespace
}  // namespace gpuproof::vgpu::nvml
