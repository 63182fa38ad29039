// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Which GPUs are there, which were lost, and whether they are the right ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/checks/gpu_machine.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

void remove_gpu(Snapshot& s, int index) {
  const auto address = gpu_address(index);
  std::erase_if(*s.pci.devices, [&](const auto& d) { return d.address == address; });
  if (s.gpu.devices)
    std::erase_if(*s.gpu.devices, [&](const auto& d) { return d.pci_address == address; });
}

TEST(GpuInventory, counts_what_it_finds) {
  const auto s = gpu_machine(8);
  const auto item = item_of("gpu/inventory", s, {.expected_gpus = 8});
  EXPECT_EQ(item.outcome, Outcome::pass);
  EXPECT_EQ(item.observed, "8 of 8 GPUs");
  EXPECT_EQ(item_of("gpu/inventory", s).outcome, Outcome::pass);
  EXPECT_THAT(item_of("gpu/inventory", s).remedy, HasSubstr("--expect gpus=8"));
  EXPECT_EQ(item_of("gpu/inventory", healthy_machine()).skip, SkipKind::not_applicable);
  EXPECT_EQ(item_of("gpu/inventory", healthy_machine(), {.expected_gpus = 0}).outcome,
            Outcome::pass);
}

TEST(GpuInventory, fewer_fail_and_more_warn) {
  EXPECT_EQ(item_of("gpu/inventory", gpu_machine(7), {.expected_gpus = 8}).outcome, Outcome::fail);
  EXPECT_EQ(item_of("gpu/inventory", healthy_machine(), {.expected_gpus = 1}).outcome,
            Outcome::fail);
  EXPECT_EQ(item_of("gpu/inventory", gpu_machine(2), {.expected_gpus = 1}).outcome, Outcome::warn);
}

TEST(GpuInventory, a_lost_gpu_keeps_its_name_and_the_others_theirs) {
  auto before = gpu_machine(8), s = before;
  remove_gpu(s, 3);
  const RunWindow window{.from_us = 1, .to_us = s.header.boottime_us};
  const CheckRun run{.before = &before, .window = &window, .expected_gpus = 8};
  const auto item = item_of("gpu/inventory", s, run);
  EXPECT_EQ(item.key, "gpu/inventory{gpu=3}");
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_EQ(item.subject.uuid, "GPU-3");
  const auto xids = items_of("gpu/xid", s, run);
  EXPECT_EQ(item_with(xids, "gpu/xid{gpu=7}").subject.uuid, "GPU-7");
}

TEST(GpuInventory, dead_configuration_space_is_a_lost_gpu) {
  auto s = unasked_gpu_machine(2);
  pci_gpu(s, 1).config_all_ones = true;
  const auto item = item_of("gpu/inventory", s, {.expected_gpus = 2});
  EXPECT_EQ(item.key, "gpu/inventory{gpu=1}");
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.finding, HasSubstr("PCIE2"));
}

TEST(GpuInventory, a_gpu_that_cannot_be_opened_fails_on_the_host_only) {
  auto s = gpu_machine(8);
  nvml_gpu(s, 5).open_error = "NVML_ERROR_UNKNOWN";
  const auto item = item_of("gpu/inventory", s, {.expected_gpus = 8});
  EXPECT_EQ(item.key, "gpu/inventory{gpu=5}");
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_EQ(items_of("gpu/ecc", s).size(), 7u) << "the others are still judged";
  s.platform.container = "docker";
  EXPECT_EQ(item_of("gpu/inventory", s, {.expected_gpus = 8}).outcome, Outcome::error);
  const auto usable = item_with(items_of("gpu/usable", s), "gpu/usable{gpu=5}");
  EXPECT_EQ(usable.outcome, Outcome::error);
  EXPECT_THAT(usable.cause, HasSubstr("not a card fault"));
  nvml_gpu(s, 5).open_error = "NVML_ERROR_GPU_IS_LOST";
  EXPECT_EQ(item_of("gpu/inventory", s, {.expected_gpus = 8}).outcome, Outcome::fail);
}

TEST(GpuInventory, a_gpu_that_nvml_leaves_out_fails) {
  auto s = gpu_machine(2);
  (*s.gpu.devices).resize(1);
  EXPECT_EQ(item_of("gpu/inventory", s, {.expected_gpus = 2}).outcome, Outcome::fail);
}

TEST(GpuInventory, a_gpu_that_came_back_after_xid_79_is_there) {
  auto s = gpu_machine();
  log_line(s, "NVRM: Xid (PCI:0000:c1:00): 79, GPU has fallen off the bus.");
  EXPECT_EQ(item_of("gpu/inventory", s, {.expected_gpus = 1}).outcome, Outcome::pass);
  EXPECT_EQ(item_of("kernel_log/xid", s).outcome, Outcome::fail);
  auto unasked = unasked_gpu_machine();
  log_line(unasked, "NVRM: Xid (PCI:0000:c1:00): 79, GPU has fallen off the bus.");
  EXPECT_EQ(item_of("gpu/inventory", unasked, {.expected_gpus = 1}).outcome, Outcome::pass);
  pci_gpu(unasked).config_all_ones = Fact<bool>::unreadable("needs root");
  EXPECT_EQ(item_of("gpu/inventory", unasked, {.expected_gpus = 1}).outcome, Outcome::fail);
}

Profile eight_of(const std::string& model) {
  Profile profile{.id = "node", .kind = "machine", .title = "node", .gpu_count = 8};
  profile.parts = {{.kind = "gpu", .count = 8, .model = model}};
  return profile;
}

TEST(GpuInventory, more_than_expected_do_not_hide_one_that_does_not_open) {
  auto s = gpu_machine(3);
  nvml_gpu(s, 1).open_error = "NVML_ERROR_UNKNOWN";
  const auto items = items_of("gpu/inventory", s, {.expected_gpus = 2});
  EXPECT_EQ(item_with(items, "gpu/inventory").outcome, Outcome::warn);
  EXPECT_EQ(item_with(items, "gpu/inventory{gpu=1}").outcome, Outcome::fail);
}

TEST(GpuInventory, other_models_are_extra) {
  auto s = gpu_machine(9);
  nvml_gpu(s, 8).name = "NVIDIA T400 4GB";
  const auto profile = eight_of("*RTX PRO 6000*");
  const auto item = item_of("gpu/inventory", s, {.profile = &profile});
  EXPECT_EQ(item.outcome, Outcome::pass);
  EXPECT_THAT(item.evidence, testing::Contains(HasSubstr("T400")));
  EXPECT_EQ(items_of("gpu/ecc", s, {.profile = &profile}).size(), 8u);
  nvml_gpu(s, 7).name = "NVIDIA T400 4GB";
  EXPECT_EQ(item_of("gpu/inventory", s, {.profile = &profile}).outcome, Outcome::fail);
}

TEST(GpuInventory, slices_are_not_gpus) {
  auto s = gpu_machine(2);
  for (int i = 0; i < 2; ++i) nvml_gpu(s, i).mig_mode = "enabled", nvml_gpu(s, i).mig_instances = 2;
  const auto item = item_of("gpu/inventory", s, {.expected_gpus = 2});
  EXPECT_EQ(item.outcome, Outcome::pass);
  EXPECT_THAT(item.evidence, testing::Contains(HasSubstr("4 MIG slices")));
}

TEST(GpuTopology, joins_by_address) {
  auto s = gpu_machine(2);
  s.gpu.cuda_order = std::vector<std::string>{gpu_address(1), gpu_address(0)};
  const auto item = item_of("gpu/topology", s);
  EXPECT_EQ(item.outcome, Outcome::pass);
  EXPECT_THAT(item.evidence, testing::Contains(HasSubstr("CUDA's GPU 0 is GPU 1 in bus order")));
  nvml_gpu(s, 1).uuid = "GPU-0";
  EXPECT_EQ(item_of("gpu/topology", s).outcome, Outcome::error);
}

}  // namespace
}  // namespace gpuproof
