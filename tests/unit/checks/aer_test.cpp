// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// PCIe errors: whose they are, since when, and how many an hour.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/checks/gpu_machine.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

TEST(PcieAer, a_flood_of_corrected_errors_warns_whatever_the_bandwidth) {
  auto s = gpu_machine();
  s.header.boottime_us = 3600'000'000;
  gpu_port(s).aer_correctable = AerCounters{{"BadTLP", 5400}, {"TOTAL_ERR_COR", 5400}};
  const auto item = item_with(items_of("pcie/aer", s), "pcie/aer{gpu=0}");
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("1.5 a second"));
  EXPECT_THAT(item.cause, HasSubstr("signal integrity"));
}

TEST(PcieAer, the_limit_is_the_profiles) {
  auto s = gpu_machine();
  s.header.boottime_us = 3600'000'000;
  gpu_port(s).aer_correctable = AerCounters{{"BadTLP", 150}};
  EXPECT_EQ(item_with(items_of("pcie/aer", s), "pcie/aer{gpu=0}").outcome, Outcome::warn);
  const auto lenient = profile_with("pcie/aer", Comparison::at_most, "200");
  EXPECT_EQ(item_with(items_of("pcie/aer", s, {.profile = &lenient}), "pcie/aer{gpu=0}").outcome,
            Outcome::pass);
}

TEST(PcieAer, uncorrected_errors_before_the_run_still_warn_and_probing_does_not) {
  auto s = gpu_machine();
  s.header.boottime_us = 3600'000'000;
  gpu_port(s).aer_nonfatal = AerCounters{{"CmpltTO", 2}, {"TOTAL_ERR_NONFATAL", 2}};
  auto item = item_with(items_of("pcie/aer", s, {.before = &s}), "pcie/aer{gpu=0}");
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("2 uncorrected earlier in this boot"));
  gpu_port(s).aer_nonfatal = AerCounters{{"UnsupReq", 2}, {"TOTAL_ERR_NONFATAL", 2}};
  item = item_with(items_of("pcie/aer", s, {.before = &s}), "pcie/aer{gpu=0}");
  EXPECT_EQ(item.outcome, Outcome::pass);
}

TEST(PcieAer, a_neighbours_errors_are_the_neighbours) {
  auto s = gpu_machine();
  for (int i = 0; i < 3000; ++i)
    log_line(s,
             "nvme 0000:01:00.0: AER: PCIe Bus Error: severity=Corrected, type=Physical Layer, "
             "(Receiver ID)");
  log_line(s, "nvme 0000:01:00.0: AER:    [ 0] RxErr");
  const auto items = items_of("pcie/aer", s);
  EXPECT_EQ(item_with(items, "pcie/aer{gpu=0}").outcome, Outcome::pass);
  const auto drive = item_with(items, "pcie/aer{device=0000:01:00.0}");
  EXPECT_EQ(drive.outcome, Outcome::warn);
  EXPECT_THAT(drive.subject.text(), HasSubstr("990 PRO"));
}

TEST(PcieAer, a_message_and_its_error_line_are_one) {
  auto s = gpu_machine();
  s.header.boottime_us = 3600'000'000;
  for (int i = 0; i < 60; ++i) {
    log_line(s, "pcieport 0000:c0:01.1: AER: Corrected error received: 0000:c1:00.0");
    log_line(s,
             "nvidia 0000:c1:00.0: AER: PCIe Bus Error: severity=Corrected, type=Data Link Layer, "
             "(Receiver ID)");
  }
  const auto item = item_with(items_of("pcie/aer", s), "pcie/aer{gpu=0}");
  EXPECT_EQ(item.outcome, Outcome::pass) << item.observed;
  EXPECT_THAT(item.observed, HasSubstr("60 corrected"));
}

TEST(PcieAer, fatal_errors_fail) {
  auto s = gpu_machine();
  log_line(s, "pcieport 0000:c0:01.1: AER: Uncorrected (Fatal) error received: 0000:c0:01.1");
  EXPECT_EQ(item_with(items_of("pcie/aer", s), "pcie/aer{gpu=0}").outcome, Outcome::fail);
}

TEST(PcieAer, only_what_grew_since_the_snapshot_before_counts) {
  auto s = gpu_machine(), before = s;
  before.header.boottime_us = s.header.boottime_us - 600'000'000;
  gpu_port(before).aer_correctable = gpu_port(s).aer_correctable = AerCounters{{"BadTLP", 90000}};
  EXPECT_EQ(item_with(items_of("pcie/aer", s, {.before = &before}), "pcie/aer{gpu=0}").outcome,
            Outcome::pass);
  gpu_port(s).aer_correctable = AerCounters{{"BadTLP", 10}};
  EXPECT_EQ(item_with(items_of("pcie/aer", s, {.before = &before}), "pcie/aer{gpu=0}").outcome,
            Outcome::inconclusive);
  before.header.boot_id = "another boot";
  EXPECT_EQ(item_with(items_of("pcie/aer", s, {.before = &before}), "pcie/aer{gpu=0}").outcome,
            Outcome::pass)
      << "counters of another boot are no reference";
}

TEST(PcieAer, probing_at_enumeration_is_no_fault) {
  auto s = gpu_machine();
  pci_gpu(s).aer_nonfatal = AerCounters{{"UnsupReq", 2}};
  EXPECT_EQ(item_with(items_of("pcie/aer", s), "pcie/aer{gpu=0}").outcome, Outcome::warn);
  pci_gpu(s).aer_nonfatal = AerCounters{{"CmpltTO", 1}};
  EXPECT_EQ(item_with(items_of("pcie/aer", s), "pcie/aer{gpu=0}").outcome, Outcome::fail);
}

TEST(PcieAer, errors_of_a_shared_port_are_reported_once) {
  auto s = gpu_machine(2);
  PciDevice upstream = gpu_port(s);
  upstream.address = "0000:b1:00.0", upstream.parent = "";
  upstream.aer_fatal = AerCounters{{"DLP", 1}};
  gpu_port(s, 0).parent = gpu_port(s, 1).parent = upstream.address;
  (*s.pci.devices).push_back(upstream);
  const auto items = items_of("pcie/aer", s);
  EXPECT_EQ(item_with(items, "pcie/aer{device=0000:b1:00.0}").outcome, Outcome::fail);
  EXPECT_EQ(item_with(items, "pcie/aer{gpu=0}").outcome, Outcome::pass);
  EXPECT_EQ(item_with(items, "pcie/aer{gpu=1}").outcome, Outcome::pass);
}

TEST(PcieAer, without_counters_and_lines_nothing_is_known) {
  auto s = healthy_machine();
  for (auto& d : *s.pci.devices) d.aer_correctable = d.aer_nonfatal = d.aer_fatal = {};
  EXPECT_EQ(item_of("pcie/aer", s).skip, SkipKind::not_observable);
}

TEST(PcieAer, a_lost_gpu_is_one_incident) {
  auto s = gpu_machine(), before = s;
  before.header.boottime_us = 500'000'000;
  nvml_gpu(before).samples[1].temperature_c = 93;
  s.gpu = {};
  pci_gpu(s).config_all_ones = true;
  log_line(s,
           "pcieport 0000:c0:01.1: PCIe Bus Error: severity=Corrected, type=Data Link Layer, "
           "id=c009(Transmitter ID)");
  log_line(s, "pcieport 0000:c0:01.1:    [12] Replay Timer Timeout");
  log_line(s, "pcieport 0000:c0:01.1: AER: Uncorrected (Fatal) error received: id=c009");
  log_line(s, "pcieport 0000:c0:01.1:    [ 5] Surprise Down Error    (First)");
  log_line(s, "NVRM: Xid (PCI:0000:c1:00): 79, GPU has fallen off the bus.");
  const CheckRun run{.before = &before};
  const auto aer = item_with(items_of("pcie/aer", s, run), "pcie/aer{gpu=0}");
  const auto xid = item_with(items_of("kernel_log/xid", s, run), "kernel_log/xid{gpu=0}");
  const auto bus = item_with(items_of("kernel_log/bus", s, run), "kernel_log/bus{gpu=0}");
  const auto inventory = item_with(items_of("gpu/inventory", s, run), "gpu/inventory{gpu=0}");
  for (const auto& item : {aer, xid, bus, inventory}) {
    EXPECT_EQ(item.outcome, Outcome::fail) << item.key;
    EXPECT_EQ(item.cause, inventory.cause) << item.key;
  }
  EXPECT_THAT(inventory.cause, HasSubstr("PCIe link went down"));
  EXPECT_THAT(inventory.cause, HasSubstr("AER precursor"));
  EXPECT_THAT(inventory.cause, HasSubstr("93 C"));
}

}  // namespace
}  // namespace gpuproof
