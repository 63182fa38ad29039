// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/gpu_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/run/fake_launcher.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

// Facts of two sources whose children say what each test wants.
class GpuFactsTest : public testing::Test {
 protected:
  static bool never(GpuFacts&, const FactsWish&) { return false; }
  static void nvml_lost(GpuFacts& facts, const std::string& why) {
    facts.nvml_result = Fact<std::string>::unreadable(why);
  }
  static void cuda_lost(GpuFacts& facts, const std::string& why) {
    facts.cuda_result = Fact<std::string>::unreadable(why);
  }

  void ask() {
    const FactsSource nvml{.name = "nvml", .read = never, .lost = nvml_lost};
    const FactsSource cuda{.name = "cuda", .read = never, .lost = cuda_lost};
    add_gpu_facts(snapshot, request, {&nvml, &cuda}, launcher, clock);
  }

  SteppedClock clock;
  FakeLauncher launcher{clock, {}};
  Snapshot snapshot;
  FactsRequest request;
};

std::string nvml_line(std::vector<GpuDevice> devices = {}) {
  FactsAnswer answer;
  answer.gpu.nvml_result = "NVML_SUCCESS";
  answer.gpu.devices = std::move(devices);
  return encode_line(answer);
}
std::string cuda_line() {
  FactsAnswer answer{.is_virtual = true};
  answer.gpu.cuda_result = "CUDA_SUCCESS";
  return encode_line(answer);
}

TEST_F(GpuFactsTest, both_answers_are_joined_and_a_virtual_gpu_marks_the_snapshot) {
  launcher.writes(0, 0.1, nvml_line());
  launcher.ends(0, 0.2, {});
  launcher.writes(1, 0.1, cuda_line());
  launcher.ends(1, 0.3, {});
  ask();
  EXPECT_TRUE(snapshot.gpu.nvml_result.is("NVML_SUCCESS"));
  EXPECT_TRUE(snapshot.gpu.cuda_result.is("CUDA_SUCCESS"));
  EXPECT_TRUE(snapshot.gpu.devices);
  EXPECT_TRUE(snapshot.header.simulated);
  EXPECT_TRUE(launcher.signals.empty());
}

TEST_F(GpuFactsTest, a_library_that_hangs_costs_its_own_facts_and_no_more_than_its_deadline) {
  launcher.writes(1, 0.1, cuda_line());
  launcher.ends(1, 0.2, {});
  ask();
  EXPECT_THAT(snapshot.gpu.nvml_result.why(), HasSubstr("no answer within 1 min 30 s"));
  EXPECT_TRUE(snapshot.gpu.cuda_result.is("CUDA_SUCCESS"));
  EXPECT_THAT(launcher.signals.at(0), testing::ElementsAre(9));
  EXPECT_LT(seconds(clock.now), request.deadline_s + 10);
}

TEST_F(GpuFactsTest, a_process_that_cannot_be_killed_is_left_behind) {
  launcher.unkillable = {0, 1};
  ask();
  EXPECT_TRUE(snapshot.gpu.cuda_result.is_unreadable());
  EXPECT_LT(seconds(clock.now), request.deadline_s + 10);
}

TEST_F(GpuFactsTest, a_crash_and_garbage_are_told) {
  launcher.ends(0, 0.1, {.signal = 11});
  launcher.writes(1, 0.1, "no facts at all");
  launcher.ends(1, 0.2, {.exit_code = 4});
  ask();
  EXPECT_THAT(snapshot.gpu.nvml_result.why(), HasSubstr("SIGSEGV"));
  EXPECT_THAT(snapshot.gpu.cuda_result.why(), HasSubstr("status 4"));
}

TEST_F(GpuFactsTest, children_are_told_where_to_look_and_of_what_to_speak) {
  request.wish = {.library_path = "/opt/driver", .only_virtual = true};
  for (int child : {0, 1}) launcher.ends(child, 0.1, {});
  ask();
  EXPECT_THAT(launcher.specs[0].arguments,
              testing::ElementsAre("worker", "--facts", "nvml", "--library-path", "/opt/driver",
                                   "--only-virtual"));
}

TEST_F(GpuFactsTest, a_gpu_that_does_not_open_gets_the_address_that_is_left_on_the_bus) {
  std::vector<PciDevice> bus;
  for (const auto* address : {"0000:18:00.0", "0000:2a:00.0"})
    bus.push_back({.address = address, .vendor = 0x10de, .class_code = 0x030200});
  snapshot.pci.devices = bus;
  GpuDevice fine{.uuid = "GPU-1", .pci_address = "0000:2a:00.0"}, dead;
  dead.open_error = "NVML_ERROR_GPU_IS_LOST";
  launcher.writes(0, 0.1, nvml_line({fine, dead}));
  for (int child : {0, 1}) launcher.ends(child, 0.2, {});
  ask();
  ASSERT_TRUE(snapshot.gpu.devices) << snapshot.gpu.devices.why();
  EXPECT_EQ((*snapshot.gpu.devices)[1].pci_address, "0000:18:00.0");
}

}  // namespace
}  // namespace gpuproof
