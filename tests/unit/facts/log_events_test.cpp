// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/facts/log_events.h"

#include <gtest/gtest.h>

#include <limits>

namespace gpuproof {
namespace {

TEST(Xid, reads_pid_name_and_detail) {
  const auto xid = parse_xid(
      "NVRM: Xid (PCI:0000:17:00): 31, pid=20114, name=train.py, Ch 00000010, MMU Fault: ENGINE");
  ASSERT_TRUE(xid);
  EXPECT_EQ(xid->code, 31);
  EXPECT_EQ(xid->address, "0000:17:00.0");
  EXPECT_EQ(xid->pid, 20114u);
  EXPECT_EQ(xid->process, "train.py");
  EXPECT_EQ(xid->detail, "Ch 00000010, MMU Fault: ENGINE");
  EXPECT_FALSE(xid->gpu_instance);
}

TEST(Xid, takes_unknown_process_for_unknown) {
  const auto xid = parse_xid(
      "NVRM: Xid (PCI:0000:5e:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the "
      "bus.");
  ASSERT_TRUE(xid);
  EXPECT_EQ(xid->code, 79);
  EXPECT_FALSE(xid->pid);
  EXPECT_TRUE(xid->process.empty());
  EXPECT_EQ(xid->detail, "GPU has fallen off the bus.");
}

TEST(Xid, reads_lines_without_pid_or_name) {
  const auto old = parse_xid("NVRM: Xid (PCI:0000:02:00): 79, GPU has fallen off the bus.");
  ASSERT_TRUE(old);
  EXPECT_EQ(old->detail, "GPU has fallen off the bus.");
  const auto nameless = parse_xid("NVRM: Xid (PCI:0000:41:00): 95, pid=8801, Uncontained: LTC TAG");
  ASSERT_TRUE(nameless);
  EXPECT_EQ(nameless->pid, 8801u);
  EXPECT_EQ(nameless->detail, "Uncontained: LTC TAG");
}

TEST(Xid, reads_the_gpu_instance_of_mig) {
  const auto xid = parse_xid(
      "NVRM: Xid (PCI:0000:41:00 GPU-I:05): 94, pid=8842, Contained: CE User Channel (0x9).");
  ASSERT_TRUE(xid);
  EXPECT_EQ(xid->gpu_instance, 5);
  EXPECT_EQ(xid->code, 94);
  EXPECT_EQ(xid->address, "0000:41:00.0");
}

TEST(Xid, anchors_the_code_behind_the_parenthesis) {
  const auto xid = parse_xid("NVRM: Xid (PCI:0000:05:00): 31, pid=4711, name=a: 79, MMU Fault");
  ASSERT_TRUE(xid);
  EXPECT_EQ(xid->code, 31);
  EXPECT_EQ(xid->process, "a: 79");
}

TEST(Xid, reads_legacy_and_wide_addresses) {
  EXPECT_EQ(parse_xid("NVRM: Xid (0000:03:00): 14, Channel 00000001")->address, "0000:03:00.0");
  EXPECT_EQ(parse_xid("NVRM: Xid (PCI:0008:01:00): 145, x")->address, "0008:01:00.0");
  EXPECT_EQ(parse_xid("NVRM: Xid (PCI:00010000:E1:00): 999, unknown")->address, "10000:e1:00.0");
}

TEST(Xid, reads_the_new_recovery_action) {
  const auto reboot = parse_xid(
      "NVRM: Xid (PCI:0000:5e:00): 154, GPU recovery action changed from 0x0 (None) to 0x2 (OS "
      "Reboot)");
  EXPECT_EQ(reboot->recovery_action, 2);
  const auto none = parse_xid(
      "NVRM: Xid (PCI:0009:01:00): 154, GPU recovery action changed from 0x1 (GPU Reset Required) "
      "to 0x0 (None)");
  EXPECT_EQ(none->recovery_action, 0);
}

TEST(Xid, reads_the_link_of_nvlink_errors) {
  const auto fatal = parse_xid(
      "NVRM: Xid (PCI:0008:01:00): 149, pid=9901, name=c, NETIR_LINK_EVT Fatal XC0 i0 Link 03 "
      "(0x1)");
  EXPECT_EQ(fatal->nvlink, 3);
  EXPECT_EQ(fatal->fatal, true);
  const auto nonfatal = parse_xid(
      "NVRM: Xid (PCI:0008:01:00): 145, RLW_SRC_TRACK Nonfatal XC1 i0 Link 12 (0x04081207)");
  EXPECT_EQ(nonfatal->nvlink, 12);
  EXPECT_EQ(nonfatal->fatal, false);
  const auto old = parse_xid(
      "NVRM: Xid (PCI:0000:8b:00): 74, NVLink: fatal error detected on link 9(0x10000, 0x0)");
  EXPECT_EQ(old->nvlink, 9);
}

TEST(Xid, refuses_cut_and_hostile_lines) {
  const std::string line = "NVRM: Xid (PCI:0000:17:00): 31, pid=1, name=a, MMU";
  const auto code_end = line.find("31") + 2;
  for (std::size_t n = 0; n < code_end - 1; ++n)
    EXPECT_FALSE(parse_xid(line.substr(0, n))) << line.substr(0, n);
  EXPECT_TRUE(is_xid_line("NVRM: Xid (PCI:0000:17"));
  EXPECT_FALSE(parse_xid("user: NVRM: Xid (PCI:0000:17:00): 79, faked"));
  EXPECT_FALSE(parse_xid("NVRM: Xid (PCI:0000:17:00): 99999999999999999999, x"));
  EXPECT_FALSE(parse_xid("NVRM: Xid (PCI:0000:17:00): -1, x"));
  EXPECT_FALSE(parse_xid("NVRM: Xid (PCI:0000:17:ff): 79, x")) << "device 0xff does not exist";
  EXPECT_FALSE(parse_xid("NVRM: Xid (PCI:0000:17:00): 31x, y"));
  EXPECT_TRUE(parse_xid("NVRM: Xid (PCI:0000:17:00): 31, " + std::string(1 << 16, '\xff')));
  EXPECT_FALSE(parse_xid("NVRM: Xid (PCI:0000:17:00): 31, pid=99999999999999999999999, x")->pid);
}

TEST(Aer, tells_the_port_from_the_sender) {
  const auto aer =
      parse_aer("pcieport 0000:00:1d.0: AER: Multiple Corrected error received: 0000:03:00.0");
  ASSERT_TRUE(aer);
  EXPECT_EQ(aer->part, AerPart::message);
  EXPECT_EQ(aer->printed_by, "0000:00:1d.0");
  EXPECT_EQ(aer->device, "0000:03:00.0");
  EXPECT_EQ(aer->severity, AerSeverity::corrected);
  EXPECT_TRUE(aer->multiple);
}

TEST(Aer, reads_the_new_and_the_oldest_message) {
  const auto now =
      parse_aer("pcieport 0000:00:1c.0: AER: Correctable error message received from 0000:04:00.0");
  ASSERT_TRUE(now);
  EXPECT_EQ(now->device, "0000:04:00.0");
  const auto old = parse_aer("pcieport 0000:00:1c.0: AER: Corrected error received: id=00e8");
  ASSERT_TRUE(old);
  EXPECT_EQ(old->device, "0000:00:1d.0");
  const auto fatal =
      parse_aer("pcieport 10000:00:02.0: AER: Uncorrected (Fatal) error received: id=0210");
  ASSERT_TRUE(fatal);
  EXPECT_EQ(fatal->device, "10000:02:02.0");
  EXPECT_EQ(fatal->severity, AerSeverity::fatal);
}

TEST(Aer, reads_the_error_of_a_device) {
  const auto aer = parse_aer(
      "nvme 0000:03:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)");
  ASSERT_TRUE(aer);
  EXPECT_EQ(aer->part, AerPart::error);
  EXPECT_EQ(aer->device, "0000:03:00.0");
  EXPECT_EQ(aer->layer, "Physical Layer");
  EXPECT_EQ(aer->agent, "Receiver ID");
  const auto old = parse_aer(
      "pcieport 0000:00:02.0: PCIe Bus Error: severity=Uncorrected (Non-Fatal), type=Data Link "
      "Layer, id=0010(Transmitter ID)");
  ASSERT_TRUE(old);
  EXPECT_EQ(old->severity, AerSeverity::nonfatal);
  EXPECT_EQ(old->agent, "Transmitter ID");
  EXPECT_TRUE(
      parse_aer("nvme 0000:03:00.0: AER: PCIe Bus Error: severity=Correctable, type=Physical "
                "Layer, (Receiver ID)"));
}

TEST(Aer, reads_status_and_bits) {
  const auto status =
      parse_aer("pcieport 0000:00:03.1:   device [1022:1483] error status/mask=000000c0/00006000");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->status, 0xc0u);
  EXPECT_EQ(status->mask, 0x6000u);
  const auto bit = parse_aer("pcieport 0000:00:03.1:    [ 6] BadTLP                ");
  ASSERT_TRUE(bit);
  EXPECT_EQ(bit->bit, 6);
  EXPECT_EQ(bit->bit_name, "BadTLP");
  EXPECT_FALSE(bit->first);
  const auto first = parse_aer("pcieport 0000:00:02.0:    [ 5] Surprise Down Error    (First)");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->bit_name, "Surprise Down Error");
  EXPECT_TRUE(first->first);
}

TEST(Aer, refuses_other_and_cut_lines) {
  for (const auto* text :
       {"", " ", "pcieport", "pcieport 0000:00:1d.0",
        "pcieport 0000:00:1d.0: AER: ", "pcieport 0000:00:1d.0: AER: Corrected error received: ",
        "pcieport 0000:00:1d.0: AER: Corrected error received: id=zz",
        "pcieport 0000:00:1d.0: AER: Uncorrected error received: 0000:03:00.0",
        "pcieport 0000:00:1d.0: PCIe Bus Error: severity=", "nvme 0000:03:00.0: [99] x",
        "pcieport 0000:00:1d.0: device [1022:1483] error status/mask=000000c0",
        "pcieport 0000:00:1d.0: AER: enabled with IRQ 28"})
    EXPECT_FALSE(parse_aer(text)) << text;
}

TEST(Bandwidth, turns_gigabits_into_gigabytes) {
  const auto line = parse_bandwidth(
      "pci 0000:01:00.0: 31.504 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x4 link at "
      "0000:00:01.0 (capable of 63.012 Gb/s with 16.0 GT/s PCIe x4 link)");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->device, "0000:01:00.0");
  EXPECT_NEAR(line->available_gbs, 3.938, 1e-9);
  EXPECT_NEAR(line->capable_gbs, 7.8765, 1e-9);
  EXPECT_EQ(line->limited_at, "0000:00:01.0");
  EXPECT_EQ(line->limited_gts, 8.0);
  EXPECT_EQ(line->limited_width, 4);
}

TEST(Bandwidth, knows_old_and_unlimited_lines) {
  const auto old = parse_bandwidth(
      "nvme 0000:01:00.0: 15.752 Gb/s available PCIe bandwidth, limited by 8 GT/s x2 link at "
      "0000:00:1c.4 (capable of 31.504 Gb/s with 8 GT/s x4 link)");
  ASSERT_TRUE(old);
  EXPECT_EQ(old->limited_width, 2);
  const auto free = parse_bandwidth(
      "mlx5_core 0000:17:00.0: 252.048 Gb/s available PCIe bandwidth (16.0 GT/s PCIe x16 link)");
  ASSERT_TRUE(free);
  EXPECT_TRUE(free->limited_at.empty());
  EXPECT_EQ(free->available_gbs, free->capable_gbs);
}

TEST(Bandwidth, refuses_cut_lines) {
  const std::string line =
      "pci 0000:01:00.0: 31.504 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x4 link at "
      "0000:00:01.0 (capable of 63.012 Gb/s with 16.0 GT/s PCIe x4 link)";
  for (std::size_t n = 20; n < line.find("63.012 Gb/s") + 11; ++n)
    EXPECT_FALSE(parse_bandwidth(line.substr(0, n))) << line.substr(0, n);
  EXPECT_FALSE(parse_bandwidth("pci 0000:01:00.0: nan Gb/s available PCIe bandwidth"));
}

TEST(PciAddress, is_found_in_every_spelling) {
  EXPECT_EQ(pci_address_in("NVRM: BAR1 is 0M @ 0x0 (PCI:0000:2d:00.0)"), "0000:2d:00.0");
  EXPECT_EQ(pci_address_in("nvidia: probe of 0000:2d:00.1 failed with error -1"), "0000:2d:00.1");
  EXPECT_EQ(pci_address_in("NVRM: GPU at PCI:0000:5e:00: GPU-0000"), "0000:5e:00.0");
  EXPECT_FALSE(pci_address_in("at 12:34:56 nothing"));
  EXPECT_FALSE(pci_address_in(std::string(1 << 16, ':')));
}

}  // namespace
}  // namespace gpuproof
