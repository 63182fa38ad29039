// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/base/error.h"

namespace gpuproof {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

void no_host(HostBench&) {}
void no_storage(StorageBench&) {}

struct Planning {
  Planning() {
    read = {.name = "host/read",
            .metrics = {{"host/read", "GB/s", Better::higher, "N", ""}},
            .run = no_host,
            .quick_s = 1,
            .standard_s = 6,
            .full_s = 6,
            .overhead_s = 0.5};
    fma = {.name = "host/fma",
           .metrics = {{"host/fma", "GFLOP/s", Better::higher, "2N", ""}},
           .labels = {"dtype"},
           .variants = {{"dtype", {"fp32", "fp64"}}},
           .run = no_host,
           .quick_s = 1};
    drive = {.name = "storage/sequential_read",
             .metrics = {{"storage/sequential_read", "GB/s", Better::higher, "N", ""}},
             .labels = {"drive", "mode"},
             .run = no_storage,
             .quick_s = 2};
    snapshot.pci.devices = std::vector<PciDevice>{};
    profile.id = "derived";
    request.storage = {{"/data", "nvme0n1"}};
  }

  Plan plan() const {
    return make_plan({.request = request,
                      .snapshot = snapshot,
                      .profile = profile,
                      .profile_origin = "derived",
                      .build = {"0.1.0", "test"},
                      .run_id = "r1",
                      .created_at = "2026-11-30T00:00:00Z",
                      .benchmarks = {&fma, &read, &drive}});
  }
  void add_gpu(const std::string& address = "0000:41:00.0") {
    gpus.push_back(
        {.address = address, .vendor = nvidia_vendor, .device = 0x2330, .class_code = 0x030200});
    snapshot.pci.devices = gpus;
  }

  std::vector<PciDevice> gpus;
  Benchmark read, fma, drive;
  Snapshot snapshot;
  Profile profile;
  PlanRequest request;
};

std::vector<std::string> keys_of(const Plan& plan) {
  std::vector<std::string> keys;
  for (const auto& step : plan.steps) keys.push_back(Key{step.benchmark, step.labels}.text());
  return keys;
}

const PlanSkip* skip_of(const Plan& plan, const std::string& key) {
  for (const auto& skip : plan.skips)
    if (skip.key == key) return &skip;
  return nullptr;
}

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(Plan, every_variant_is_a_step_with_its_promises) {
  const auto plan = Planning().plan();
  EXPECT_THAT(keys_of(plan), Contains("host/fma{dtype=fp64}"));
  EXPECT_THAT(keys_of(plan), Contains("storage/sequential_read{drive=nvme0n1,mode=alone}"));
  for (const auto& step : plan.steps) {
    EXPECT_EQ(step.promises, std::vector<std::string>{(Key{step.benchmark, step.labels}.text())});
    EXPECT_EQ(&step, &plan.steps[static_cast<std::size_t>(step.id - 1)]);
    EXPECT_GT(step.deadline_s, 2 * step.estimate_s);
  }
}

TEST(Plan, suites_differ_in_their_budgets) {
  Planning planning;
  const auto quick = plan_estimate_s(planning.plan());
  planning.request.suite = Suite::standard;
  EXPECT_GT(plan_estimate_s(planning.plan()), quick);
}

TEST(Plan, the_same_input_gives_the_same_plan) {
  EXPECT_EQ(encode_line(Planning().plan()), encode_line(Planning().plan()));
}

TEST(Plan, full_reads_several_drives_alone_and_at_once) {
  Planning planning;
  planning.request.storage = {{"/a", "nvme0n1"}, {"/b", "nvme1n1"}};
  planning.request.suite = Suite::full;
  const auto plan = planning.plan();
  int together = 0;
  for (const auto& step : plan.steps) together += !step.group.empty();
  EXPECT_EQ(together, 2);
  EXPECT_THAT(keys_of(plan), Contains("storage/sequential_read{drive=nvme1n1,mode=together}"));
  planning.request.suite = Suite::standard;
  EXPECT_EQ(keys_of(planning.plan()).size(), 5u);  // fma x 2, read, one drive each
}

TEST(Plan, a_simulated_machine_has_no_host_and_storage_families) {
  Planning planning;
  planning.snapshot.header.simulated = true;
  const auto plan = planning.plan();
  EXPECT_TRUE(plan.steps.empty());
  EXPECT_TRUE(plan.simulated);
  EXPECT_THAT(plan.not_in_suite, Contains("host/read"));
  EXPECT_EQ(skip_of(plan, "host/read"), nullptr);
}

TEST(Plan, gpus_without_cuda_are_unavailable_and_no_gpus_are_not_applicable) {
  Planning planning;
  EXPECT_EQ(skip_of(planning.plan(), "gemm/library")->kind, "not_applicable");
  planning.add_gpu();
  const auto one = planning.plan();
  EXPECT_EQ(skip_of(one, "gemm/library")->kind, "unavailable");
  EXPECT_EQ(skip_of(one, "gemm/library")->reason, "this build has no CUDA");
  EXPECT_EQ(skip_of(one, "peer/write")->kind, "not_applicable");
  planning.add_gpu("0000:42:00.0");
  EXPECT_EQ(skip_of(planning.plan(), "peer/write")->kind, "unavailable");
}

struct GpuPlanning : Planning {
  GpuPlanning() {
    stream = {.name = "memory/read",
              .metrics = {{"memory/read", "GB/s", Better::higher, "N", ""}},
              .labels = {"gpu", "mode"},
              .run = static_cast<void (*)(GpuBench&)>([](GpuBench&) {})};
    request.suite = Suite::quick;
  }
  void add_opened(const std::string& address) {
    add_gpu(address);
    devices.push_back({.uuid = "GPU-" + address, .pci_address = address});
    snapshot.gpu.devices = devices;
  }
  Plan gpu_plan() const {
    return make_plan(
        {.request = request, .snapshot = snapshot, .profile = profile, .benchmarks = {&stream}});
  }

  Benchmark stream;
  std::vector<GpuDevice> devices;
};

TEST(Plan, a_single_gpu_is_measured_alone_and_several_at_once) {
  GpuPlanning planning;
  planning.add_opened("0000:41:00.0");
  const auto one = planning.gpu_plan();
  EXPECT_EQ(keys_of(one), std::vector<std::string>{"memory/read{gpu=0,mode=alone}"});
  EXPECT_EQ(one.steps[0].options.at("gpu_uuid"), "GPU-0000:41:00.0");
  EXPECT_TRUE(one.steps[0].group.empty());

  planning.add_opened("0000:21:00.0");
  const auto two = planning.gpu_plan();
  EXPECT_EQ(keys_of(two), (std::vector<std::string>{"memory/read{gpu=0,mode=together}",
                                                    "memory/read{gpu=1,mode=together}"}));
  EXPECT_EQ(two.steps[0].options.at("gpu_address"), "0000:21:00.0");
  EXPECT_FALSE(two.steps[0].group.empty());
  EXPECT_EQ(two.steps[0].group, two.steps[1].group);

  planning.request.suite = Suite::full;
  EXPECT_EQ(keys_of(planning.gpu_plan()).size(), 4u);
  planning.request.gpus = {"0000:41:00.0"};
  EXPECT_EQ(keys_of(planning.gpu_plan()),
            std::vector<std::string>{"memory/read{gpu=1,mode=alone}"});
}

TEST(Plan, a_gpu_that_cannot_be_opened_is_no_step_and_no_silence) {
  GpuPlanning planning;
  planning.add_opened("0000:41:00.0");
  planning.devices[0].open_error = "NVML_ERROR_GPU_IS_LOST";
  planning.snapshot.gpu.devices = planning.devices;
  const auto plan = planning.gpu_plan();
  EXPECT_TRUE(plan.steps.empty());
  ASSERT_TRUE(skip_of(plan, "memory/read"));
  EXPECT_EQ(skip_of(plan, "memory/read")->kind, "unavailable");
  EXPECT_THAT(skip_of(plan, "memory/read")->reason, HasSubstr("gpu/inventory"));
  planning.snapshot.gpu.devices = {};
  EXPECT_THAT(skip_of(planning.gpu_plan(), "memory/read")->reason, HasSubstr("gpu/driver"));
}

TEST(Plan, a_bus_that_cannot_be_read_proves_nothing) {
  Planning planning;
  planning.snapshot.pci.devices = Fact<std::vector<PciDevice>>::unreadable("permission denied");
  EXPECT_EQ(skip_of(planning.plan(), "gemm/library")->kind, "not_observable");
  planning.snapshot.pci.devices = {};
  EXPECT_EQ(skip_of(planning.plan(), "gemm/library")->kind, "not_observable");
}

TEST(Plan, what_a_suite_leaves_out_is_named_and_has_no_item) {
  const auto plan = Planning().plan();
  EXPECT_THAT(plan.not_in_suite, Contains("peak/fma"));
  EXPECT_EQ(skip_of(plan, "peak/fma"), nullptr);
}

TEST(Plan, only_and_skip_turn_items_into_gaps_that_count) {
  Planning planning;
  planning.request.only = {"host/*"};
  planning.request.skip = {"host/fma{dtype=fp64}"};
  const auto plan = planning.plan();
  EXPECT_THAT(keys_of(plan), testing::UnorderedElementsAre("host/fma{dtype=fp32}", "host/read"));
  EXPECT_EQ(skip_of(plan, "host/fma{dtype=fp64}")->kind, "not_selected");
  EXPECT_EQ(skip_of(plan, "storage/sequential_read{drive=nvme0n1,mode=alone}")->kind,
            "not_selected");
  EXPECT_EQ(skip_of(plan, "gemm/library")->kind, "not_applicable");
}

TEST(Plan, a_pattern_that_matches_nothing_is_a_usage_error_with_a_hint) {
  Planning planning;
  planning.request.only = {"host/raed"};
  EXPECT_THAT(error_of([&] { planning.plan(); }), HasSubstr("did you mean host/read"));
  planning.request.only = {"launch/*"};
  EXPECT_THAT(error_of([&] { planning.plan(); }), HasSubstr("not part of this suite"));
  planning.request.only.clear();
  planning.request.skip = {"nothing*"};
  EXPECT_THAT(error_of([&] { planning.plan(); }), HasSubstr("--skip nothing*"));
}

TEST(Plan, skip_takes_checks_out_by_name) {
  Planning planning;
  planning.request.skip = {"cpu/governor"};
  EXPECT_EQ(skip_of(planning.plan(), "cpu/governor")->kind, "not_selected");
}

TEST(Plan, the_number_of_gpus_comes_from_profile_or_option_and_never_from_both) {
  Planning planning;
  EXPECT_FALSE(planning.plan().expected_gpus);
  planning.request.expected_gpus = 0;
  EXPECT_EQ(planning.plan().expected_gpus, 0);
  EXPECT_EQ(planning.plan().expected_gpus_origin, "--expect");
  planning.profile.kind = "machine";
  planning.profile.gpu_count = 8;
  EXPECT_THAT(error_of([&] { planning.plan(); }), HasSubstr("says 8"));
  planning.request.expected_gpus.reset();
  EXPECT_EQ(planning.plan().expected_gpus_origin, "profile");
}

TEST(Plan, the_text_names_every_step_its_time_and_the_sum) {
  const auto text = plan_text(Planning().plan());
  EXPECT_THAT(text, HasSubstr("1.5 s  host/read"));
  EXPECT_THAT(text, HasSubstr("4 steps"));
  EXPECT_THAT(text, HasSubstr("Not tested by this suite"));
}

TEST(PlanRequest, words_that_mean_nothing_are_refused_with_what_would_be_right) {
  EXPECT_THAT(error_of([] { parse_suite("node"); }), HasSubstr("later version"));
  EXPECT_THAT(error_of([] { parse_suite("fast"); }), HasSubstr("quick, standard and full"));
  for (const auto* word : {"gpus", "gpus=", "gpus=-1", "gpus=x", "cpus=2", "gpus=1e3", "8"})
    EXPECT_THAT(error_of([&] { parse_expect({word}); }), HasSubstr("gpus=N")) << word;
  EXPECT_EQ(parse_expect({"gpus=0"}), 0);
  EXPECT_EQ(parse_expect({}), -1);
  EXPECT_THROW(parse_expect({"gpus=1", "gpus=2"}), InputError);
  EXPECT_THROW(parse_tags({"x"}), InputError);
  EXPECT_THROW(parse_tags({"a=1", "a=2"}), InputError);
  EXPECT_EQ(parse_tags({"a=b=c"}).at("a"), "b=c");
}

TEST(PlanRequest, gpus_are_named_by_index_address_or_uuid) {
  Planning planning;
  planning.add_gpu("0000:c1:00.0");
  planning.add_gpu("0000:41:00.0");
  planning.snapshot.gpu.devices =
      std::vector<GpuDevice>{{.uuid = "GPU-1", .pci_address = "0000:c1:00.0"}};
  const auto& s = planning.snapshot;
  EXPECT_TRUE(parse_gpus("all", s).empty());
  EXPECT_EQ(parse_gpus("0", s), std::vector<std::string>{"0000:41:00.0"});
  EXPECT_EQ(parse_gpus("41:00.0", s), std::vector<std::string>{"0000:41:00.0"});
  EXPECT_EQ(parse_gpus("gpu-1, 0", s).size(), 2u);
  for (const auto* bad : {"2", "GPU-9", "0,0", "0,", "-1", "0000:99:00.0"})
    EXPECT_THROW(parse_gpus(bad, s), InputError) << bad;
}

}  // namespace
}  // namespace gpuproof
