// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Links, paths, windows and payload of PCIe devices.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/units.h"
#include "tests/unit/checks/gpu_machine.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

void only_idle(Snapshot& s) { nvml_gpu(s).samples.resize(1); }

TEST(PcieLinkSpeed, an_idle_sample_is_never_judged) {
  auto s = gpu_machine();
  only_idle(s);
  EXPECT_EQ(item_with(items_of("pcie/link_speed", s), "pcie/link_speed{gpu=0}").outcome,
            Outcome::inconclusive);
  EXPECT_EQ(item_with(items_of("pcie/link_width", s), "pcie/link_width{gpu=0}").outcome,
            Outcome::pass);
}

TEST(PcieLinkSpeed, an_idle_link_at_full_speed_is_proof) {
  auto s = unasked_gpu_machine();
  pci_gpu(s).speed_gts = 32.0;
  EXPECT_EQ(item_with(items_of("pcie/link_speed", s), "pcie/link_speed{gpu=0}").outcome,
            Outcome::pass);
}

TEST(PcieLinkSpeed, the_loaded_sample_decides) {
  auto s = gpu_machine();
  EXPECT_EQ(item_with(items_of("pcie/link_speed", s), "pcie/link_speed{gpu=0}").outcome,
            Outcome::pass);
  nvml_gpu(s).samples[1].pcie_generation = 4;
  const auto item = item_with(items_of("pcie/link_speed", s), "pcie/link_speed{gpu=0}");
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.cause, HasSubstr("both ends can do Gen5"));
}

TEST(PcieLinkSpeed, takes_the_most_frequent_loaded_sample) {
  auto s = gpu_machine();
  auto slow = nvml_gpu(s).samples[1];
  slow.pcie_generation = 4;
  nvml_gpu(s).samples.push_back(slow);
  EXPECT_EQ(item_with(items_of("pcie/link_speed", s), "pcie/link_speed{gpu=0}").outcome,
            Outcome::fail)
      << "a tie speaks against the part";
  auto fast = nvml_gpu(s).samples[1];
  nvml_gpu(s).samples.push_back(fast);
  EXPECT_EQ(item_with(items_of("pcie/link_speed", s), "pcie/link_speed{gpu=0}").outcome,
            Outcome::pass);
}

TEST(PcieLinkSpeed, a_slower_slot_is_no_training_fault) {
  auto s = gpu_machine();
  gpu_port(s).max_speed_gts = 16.0;
  nvml_gpu(s).pcie_generation_max = 4;
  nvml_gpu(s).samples[1].pcie_generation = 4;
  EXPECT_EQ(item_with(items_of("pcie/link_speed", s), "pcie/link_speed{gpu=0}").outcome,
            Outcome::pass);
  const auto wants5 = profile_with("pcie/link_speed", Comparison::at_least, "5");
  const auto item =
      item_with(items_of("pcie/link_speed", s, {.profile = &wants5}), "pcie/link_speed{gpu=0}");
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.cause, HasSubstr("not a training fault"));
  const auto wants4 = profile_with("pcie/link_speed", Comparison::at_least, "4");
  EXPECT_EQ(
      item_with(items_of("pcie/link_speed", s, {.profile = &wants4}), "pcie/link_speed{gpu=0}")
          .outcome,
      Outcome::pass);
}

TEST(PcieLinkSpeed, drives_are_judged_at_rest) {
  auto s = healthy_machine();
  (*s.pci.devices).at(2).speed_gts = 8.0;
  const auto item =
      item_with(items_of("pcie/link_speed", s), "pcie/link_speed{device=0000:01:00.0}");
  EXPECT_EQ(item.outcome, Outcome::fail);
}

TEST(PcieLinkWidth, missing_lanes_fail) {
  auto s = gpu_machine(2);
  nvml_gpu(s, 1).samples[1].pcie_width = 8;
  const auto items = items_of("pcie/link_width", s);
  EXPECT_EQ(item_with(items, "pcie/link_width{gpu=0}").outcome, Outcome::pass);
  const auto item = item_with(items, "pcie/link_width{gpu=1}");
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.cause, HasSubstr("8 of 16 lanes are missing"));
}

TEST(PcieLinkWidth, the_profile_speaks_of_gpus_only) {
  const auto s = gpu_machine();
  const auto profile = profile_with("pcie/link_width", Comparison::at_least, "16");
  const auto items = items_of("pcie/link_width", s, {.profile = &profile});
  EXPECT_EQ(item_with(items, "pcie/link_width{gpu=0}").outcome, Outcome::pass);
  EXPECT_EQ(item_with(items, "pcie/link_width{device=0000:01:00.0}").outcome, Outcome::pass)
      << "x4 drive";
}

TEST(PcieLinkWidth, a_narrow_slot_passes_and_the_path_warns) {
  auto s = gpu_machine();
  gpu_port(s).max_width = 8;
  pci_gpu(s).width = 8;
  nvml_gpu(s).pcie_width_max = 8;
  nvml_gpu(s).samples[1].pcie_width = 8;
  EXPECT_EQ(item_with(items_of("pcie/link_width", s), "pcie/link_width{gpu=0}").outcome,
            Outcome::pass);
  const auto path = item_with(items_of("pcie/path", s), "pcie/path{gpu=0}");
  EXPECT_EQ(path.outcome, Outcome::warn);
  EXPECT_THAT(path.observed, HasSubstr("0000:c0:01.1"));
}

TEST(PcieLinkWidth, nonsense_is_an_error_and_never_a_width) {
  for (const int lanes : {0, 3, 63, 255}) {
    auto s = unasked_gpu_machine();
    pci_gpu(s).width = lanes;
    EXPECT_EQ(item_with(items_of("pcie/link_width", s), "pcie/link_width{gpu=0}").outcome,
              Outcome::error)
        << lanes;
  }
}

TEST(PcieLinkWidth, a_dead_device_is_an_error_even_where_the_reader_gave_up) {
  auto s = unasked_gpu_machine();
  pci_gpu(s).width = Fact<int>::unreadable("63 is not a lane count");
  EXPECT_EQ(item_with(items_of("pcie/link_width", s), "pcie/link_width{gpu=0}").skip,
            SkipKind::not_observable);
  pci_gpu(s).config_all_ones = true;
  const auto item = item_with(items_of("pcie/link_width", s), "pcie/link_width{gpu=0}");
  EXPECT_EQ(item.outcome, Outcome::error);
  EXPECT_THAT(item.cause, HasSubstr("unreachable"));
}

TEST(PciePath, names_the_switch_above_and_not_the_idle_link) {
  auto s = gpu_machine();
  PciDevice upstream = gpu_port(s), root = gpu_port(s);
  upstream.address = "0000:b1:00.0", upstream.parent = "0000:b0:01.1";
  upstream.speed_gts = 16.0, upstream.max_speed_gts = 16.0;
  root.address = "0000:b0:01.1";
  root.speed_gts = 16.0;
  gpu_port(s).parent = upstream.address;
  (*s.pci.devices).push_back(upstream);
  (*s.pci.devices).push_back(root);
  const auto item = item_with(items_of("pcie/path", s), "pcie/path{gpu=0}");
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("0000:b1:00.0"));
  EXPECT_THAT(item.observed, HasSubstr("Gen4 x16"));
}

TEST(PciePath, reads_the_kernels_gigabits) {
  auto s = healthy_machine();
  (*s.pci.devices).at(2).max_speed_gts = 16.0;
  (*s.pci.devices).at(0).max_speed_gts = 8.0;
  log_line(s,
           "pci 0000:01:00.0: 31.504 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x4 "
           "link at 0000:00:01.1 (capable of 63.012 Gb/s with 16.0 GT/s PCIe x4 link)");
  const auto item = item_with(items_of("pcie/path", s), "pcie/path{device=0000:01:00.0}");
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("3.9 GB/s"));
  EXPECT_THAT(item.expected, HasSubstr("7.9 GB/s"));
  EXPECT_EQ(item.evidence.size(), 1u);
}

TEST(PciePath, says_nothing_of_emulated_ports) {
  auto s = gpu_machine();
  gpu_port(s).max_width = 1;
  s.platform.hypervisor = "kvm";
  EXPECT_EQ(item_of("pcie/path", s).skip, SkipKind::not_observable);
}

// Two GPUs below one switch: upstream port b1:00.0, root port b0:01.1.
Snapshot switched_machine() {
  auto s = gpu_machine(2);
  PciDevice upstream = gpu_port(s), root = gpu_port(s);
  upstream.address = "0000:b1:00.0", upstream.parent = "0000:b0:01.1";
  root.address = "0000:b0:01.1", root.parent = "";
  gpu_port(s, 0).parent = gpu_port(s, 1).parent = upstream.address;
  (*s.pci.devices).push_back(upstream);
  (*s.pci.devices).push_back(root);
  return s;
}

TEST(PcieLaneBudget, two_gpus_share_an_uplink) {
  const auto s = switched_machine();
  const auto item = item_of("pcie/lane_budget", s);
  EXPECT_EQ(item.key, "pcie/lane_budget{device=0000:b1:00.0}");
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("2.0 to 1"));
  const auto built_so = profile_with("pcie/lane_budget", Comparison::at_most, "2");
  EXPECT_EQ(item_of("pcie/lane_budget", s, {.profile = &built_so}).outcome, Outcome::pass);
}

TEST(PcieLaneBudget, root_ports_share_nothing) {
  EXPECT_TRUE(items_of("pcie/lane_budget", gpu_machine(4)).empty());
}

TEST(PcieRebar, a_small_window_is_advice_and_none_a_fault) {
  auto s = unasked_gpu_machine();
  EXPECT_EQ(item_of("pcie/rebar", s).outcome, Outcome::pass);
  pci_gpu(s).bar1_bytes = 256 * MiB;
  EXPECT_EQ(item_of("pcie/rebar", s).outcome, Outcome::warn);
  pci_gpu(s).bar1_bytes = std::uint64_t{0};
  EXPECT_EQ(item_of("pcie/rebar", s).outcome, Outcome::fail);
}

TEST(PcieAcs, redirect_matters_where_gpus_have_peers) {
  auto s = gpu_machine(2);
  EXPECT_EQ(item_of("pcie/acs", s).outcome, Outcome::pass);
  gpu_port(s, 1).acs_redirect = true;
  const auto item = item_of("pcie/acs", s);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("0000:c0:02.1"));
  auto single = gpu_machine(1);
  gpu_port(single).acs_redirect = true;
  EXPECT_EQ(item_of("pcie/acs", single).outcome, Outcome::pass);
}

TEST(PcieAcs, unreadable_is_not_off) {
  auto s = gpu_machine(2);
  for (int i = 0; i < 2; ++i) gpu_port(s, i).acs_redirect = Fact<bool>::unreadable("needs root");
  EXPECT_EQ(item_of("pcie/acs", s).skip, SkipKind::not_observable);
}

TEST(PciePayload, ends_that_disagree) {
  auto s = gpu_machine();
  EXPECT_EQ(item_with(items_of("pcie/payload", s), "pcie/payload{gpu=0}").outcome, Outcome::pass);
  gpu_port(s).max_payload = 128;
  EXPECT_EQ(item_with(items_of("pcie/payload", s), "pcie/payload{gpu=0}").outcome, Outcome::fail);
  gpu_port(s).max_payload = 512;
  EXPECT_EQ(item_with(items_of("pcie/payload", s), "pcie/payload{gpu=0}").outcome, Outcome::warn);
  gpu_port(s).max_payload = 128;
  pci_gpu(s).max_payload = 128;
  EXPECT_EQ(item_with(items_of("pcie/payload", s), "pcie/payload{gpu=0}").outcome, Outcome::warn)
      << "both small though the path supports more";
}

TEST(PcieAspm, power_saving_policies_warn) {
  auto s = gpu_machine();
  EXPECT_EQ(item_of("pcie/aspm", s).outcome, Outcome::pass);
  s.pci.aspm_policy = "powersave";
  EXPECT_EQ(item_of("pcie/aspm", s).outcome, Outcome::warn);
}

TEST(PcieLink, tells_down_from_unexposed) {
  auto s = unasked_gpu_machine();
  EXPECT_EQ(item_with(items_of("pcie/link", s), "pcie/link{gpu=0}").outcome, Outcome::pass);
  pci_gpu(s).width = 0;
  EXPECT_EQ(item_with(items_of("pcie/link", s), "pcie/link{gpu=0}").outcome, Outcome::fail);
  pci_gpu(s).width = Fact<int>();
  EXPECT_EQ(item_with(items_of("pcie/link", s), "pcie/link{gpu=0}").skip, SkipKind::not_applicable);
  Snapshot nothing;
  EXPECT_EQ(item_of("pcie/link", nothing).skip, SkipKind::not_applicable);
}

TEST(PcieReplays, counts_from_the_snapshot_before) {
  auto s = gpu_machine(), before = s;
  nvml_gpu(s).pcie_replays = std::uint64_t{1000};
  nvml_gpu(before).pcie_replays = std::uint64_t{1000};
  EXPECT_EQ(item_of("pcie/replays", s, {.before = &before}).outcome, Outcome::pass);
  nvml_gpu(s).pcie_replays = std::uint64_t{1081};
  EXPECT_EQ(item_of("pcie/replays", s, {.before = &before}).outcome, Outcome::warn);
  nvml_gpu(s).pcie_replays = std::uint64_t{10};
  EXPECT_EQ(item_of("pcie/replays", s, {.before = &before}).outcome, Outcome::inconclusive);
  nvml_gpu(s).pcie_replays = {};
  EXPECT_EQ(item_of("pcie/replays", s, {.before = &before}).skip, SkipKind::not_applicable);
}

}  // namespace
}  // namespace gpuproof
