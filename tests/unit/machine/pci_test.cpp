// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The PCI reader over the spellings and trees that sysfs shows in the field.
#include <gtest/gtest.h>

#include "harness/machine/join_slots.h"
#include "harness/machine/pci_link.h"
#include "tests/unit/machine/pci_config_builder.h"
#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

const PciDevice& device_in(const Snapshot& snapshot, const std::string& address) {
  static const PciDevice none;
  const auto* found = snapshot.pci.find(address);
  if (!found) ADD_FAILURE() << "no device " << address;
  return found ? *found : none;
}

TEST(PciLink, reads_old_and_new_spellings) {
  EXPECT_EQ(*parse_link_speed("16.0 GT/s PCIe"), 16.0);
  EXPECT_EQ(*parse_link_speed("2.5 GT/s PCIe"), 2.5);
  EXPECT_EQ(*parse_link_speed("8 GT/s"), 8.0);
  EXPECT_EQ(*parse_link_speed("128.0 GT/s PCIe"), 128.0);
  for (const auto* text : {"Unknown", "Unknown speed", "", "66 MHz PCI-X", "16,0 GT/s PCIe", "-1",
                           "nan GT/s PCIe", "0 GT/s", "16.0"})
    EXPECT_TRUE(parse_link_speed(text).is_unreadable()) << text;
}

TEST(PciLink, knows_widths_of_registers_that_read_ones) {
  EXPECT_EQ(*parse_link_width("16"), 16);
  EXPECT_EQ(*parse_link_width("0"), 0);
  for (const auto* text : {"63", "255", "", "-1", "x16", "N/A"})
    EXPECT_TRUE(parse_link_width(text).is_unreadable()) << text;
}

TEST(Pci, walks_the_path_of_a_gpu_behind_a_switch) {
  TestTree tree;
  tree.pci("pci0000:00/0000:00:01.1", {{"class", "0x060400"}, {"vendor", "0x1022"}})
      .pci("pci0000:00/0000:00:01.1/0000:01:00.0", {{"current_link_speed", "16.0 GT/s PCIe"},
                                                    {"current_link_width", "8"},
                                                    {"max_link_speed", "32.0 GT/s PCIe"},
                                                    {"max_link_width", "16"}})
      .pci("pci0000:00/0000:00:01.1/0000:01:00.0/0000:02:00.0", {{"class", "0x060400"}})
      .pci("pci0000:00/0000:00:01.1/0000:01:00.0/0000:02:00.0/0000:03:00.0",
           {{"current_link_speed", "32.0 GT/s PCIe"},
            {"current_link_width", "16"},
            {"max_link_speed", "32.0 GT/s PCIe"},
            {"max_link_width", "16"},
            {"numa_node", "0"},
            {"class", "0x030200"},
            {"vendor", "0x10de"},
            {"device", "0x2330"},
            {"subsystem_vendor", "0x10de"},
            {"subsystem_device", "0x16c1"}});
  const auto snapshot = tree.read("pci");
  ASSERT_EQ(snapshot.pci.devices->size(), 4u);
  const auto& gpu = device_in(snapshot, "0000:03:00.0");
  EXPECT_TRUE(is_nvidia_gpu(gpu));
  EXPECT_EQ(gpu.parent, "0000:02:00.0");
  EXPECT_EQ(*gpu.subsystem_device, 0x16c1u);
  EXPECT_EQ(*gpu.numa_node, 0);
  // The narrow place is the switch's upstream port, not the GPU.
  const auto& upstream = device_in(snapshot, "0000:01:00.0");
  EXPECT_EQ(*upstream.speed_gts, 16.0);
  EXPECT_EQ(*upstream.width, 8);
  EXPECT_EQ(upstream.parent, "0000:00:01.1");
  EXPECT_EQ(device_in(snapshot, "0000:00:01.1").parent, "");
  EXPECT_TRUE(device_in(snapshot, "0000:00:01.1").speed_gts.is_absent());
}

TEST(Pci, keeps_an_idle_link_and_an_unknown_node_as_they_are) {
  TestTree tree;
  tree.pci("pci0000:00/0000:01:00.0", {{"current_link_speed", "2.5 GT/s PCIe"},
                                       {"current_link_width", "16"},
                                       {"max_link_speed", "16.0 GT/s PCIe"},
                                       {"max_link_width", "16"},
                                       {"numa_node", "-1"}});
  const auto snapshot = tree.read("pci");
  const auto& device = device_in(snapshot, "0000:01:00.0");
  EXPECT_EQ(*device.speed_gts, 2.5);
  EXPECT_EQ(*device.max_speed_gts, 16.0);
  EXPECT_EQ(*device.numa_node, -1);
}

TEST(Pci, shows_a_lost_device) {
  TestTree tree;
  tree.pci("pci0000:5d/0000:5e:00.0", {{"current_link_speed", "Unknown"},
                                       {"current_link_width", "63"},
                                       {"numa_node", "1"},
                                       {"class", "0x030200"},
                                       {"vendor", "0x10de"}})
      .file("/sys/devices/pci0000:5d/0000:5e:00.0/config", std::string(4096, '\xff'));
  const auto snapshot = tree.read("pci");
  const auto& device = device_in(snapshot, "0000:5e:00.0");
  EXPECT_TRUE(device.speed_gts.is_unreadable());
  EXPECT_TRUE(device.width.is_unreadable());
  EXPECT_TRUE(*device.config_all_ones);
  EXPECT_TRUE(device.acs_redirect.is_unreadable());
}

TEST(Pci, reads_error_counters_without_their_total) {
  TestTree tree;
  tree.pci("pci0000:00/0000:0b:00.0",
           {{"aer_dev_correctable",
             "RxErr 0\nBadTLP 5120\nBadDLLP 201\nRollover 3\nTimeout 76\nNonFatalErr 0\n"
             "CorrIntErr 0\nHeaderOF 0\nTOTAL_ERR_COR 5400"},
            {"aer_dev_fatal", "Undefined 0\nDLP 0\nSDES 0\nTLP 0\nTOTAL_ERR_FATAL 0"},
            {"aer_dev_nonfatal", "DLP some"}});
  const auto snapshot = tree.read("pci");
  const auto& device = device_in(snapshot, "0000:0b:00.0");
  EXPECT_EQ(device.aer_correctable->size(), 8u);
  EXPECT_EQ(device.aer_correctable->at("BadTLP"), 5120u);
  EXPECT_EQ(device.aer_fatal->at("DLP"), 0u);
  EXPECT_TRUE(device.aer_nonfatal.is_unreadable());
}

TEST(Pci, reads_configuration_space_and_windows) {
  TestTree tree;
  const std::string gpu = "/sys/devices/pci0000:00/0000:01:00.0";
  tree.pci("pci0000:00/0000:01:00.0", {{"class", "0x030000"}, {"vendor", "0x10de"}})
      .file(gpu + "/config",
            ConfigSpace().express(0).payload(1, 1).aspm(0).rebar(0xfffff0, 0x21).bytes())
      .file(gpu + "/resource",
            "0x00000000de000000 0x00000000deffffff 0x0000000000040200\n"
            "0x000003f800000000 0x000003ffffffffff 0x000000000014220c\n"
            "0x0000000000000000 0x0000000000000000 0x0000000000000000\n")
      .file(gpu + "/power_state", "D0\n")
      .link(gpu + "/driver", "/sys/bus/pci/drivers/nvidia")
      .folder("/sys/bus/pci/drivers/nvidia");
  const auto snapshot = tree.read("pci");
  const auto& device = device_in(snapshot, "0000:01:00.0");
  EXPECT_FALSE(*device.config_all_ones);
  EXPECT_EQ(*device.max_payload, 256);
  EXPECT_EQ(*device.aspm, "disabled");
  EXPECT_EQ(*device.bar1_bytes, std::uint64_t{32} << 30);
  EXPECT_EQ(*device.driver, "nvidia");
  EXPECT_EQ(*device.power_state, "D0");
}

TEST(Pci, tells_a_window_without_address_from_no_window) {
  TestTree tree;
  tree.file("/b/resource", "0x0 0x0 0x0\n0x0 0x0 0x0\n")
      .file("/c/resource", "0x0 0x0 0x0\nsome text here\n")
      .file("/d/resource", "0x0 0x0 0x0\n0x0 0xfffffff 0x2014220c\n");
  const auto host = tree.host();
  EXPECT_TRUE(bar_bytes(*host, "/b/", 1).is_absent());
  EXPECT_TRUE(bar_bytes(*host, "/c/", 1).is_unreadable());
  EXPECT_EQ(*bar_bytes(*host, "/d/", 1), 0u);
  EXPECT_TRUE(bar_bytes(*host, "/none/", 1).is_absent());
}

TEST(Pci, lets_a_sleeping_device_sleep) {
  TestTree tree;
  tree.pci("pci0000:00/0000:01:00.0", {{"power_state", "D3cold"}})
      .file("/sys/devices/pci0000:00/0000:01:00.0/config", std::string(64, '\xff'));
  const auto snapshot = tree.read("pci");
  EXPECT_TRUE(device_in(snapshot, "0000:01:00.0").config_all_ones.is_unreadable());
}

TEST(Pci, gives_a_virtual_function_no_link) {
  TestTree tree;
  tree.pci("pci0000:00/0000:01:00.0", {{"current_link_width", "16"}})
      .pci("pci0000:00/0000:01:00.4",
           {{"current_link_width", "0"}, {"current_link_speed", "Unknown"}})
      .link("/sys/devices/pci0000:00/0000:01:00.4/physfn", "../0000:01:00.0");
  const auto snapshot = tree.read("pci");
  EXPECT_TRUE(device_in(snapshot, "0000:01:00.4").width.is_unreadable());
}

TEST(Pci, tells_no_bus_from_a_closed_one) {
  TestTree none, closed;
  EXPECT_TRUE(none.read("pci").pci.devices.is_absent());
  closed.answer("unreadable.json", R"({"/sys/bus/pci/devices": "denied"})");
  EXPECT_EQ(closed.read("pci").pci.devices.why(), "denied");
}

TEST(Pci, reads_domains_behind_a_volume_controller) {
  TestTree tree;
  tree.pci("pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0", {{"class", "0x060400"}})
      .pci("pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/10000:e1:00.0",
           {{"class", "0x010802"}});
  const auto snapshot = tree.read("pci");
  EXPECT_EQ(device_in(snapshot, "10000:e1:00.0").parent, "10000:e0:06.0");
  EXPECT_EQ(device_in(snapshot, "10000:e0:06.0").parent, "");
}

TEST(Pci, takes_slot_names_of_acpi) {
  TestTree tree;
  tree.pci("pci0000:00/0000:01:00.0", {})
      .pci("pci0000:00/0000:01:00.1", {})
      .pci("pci0000:00/0000:02:00.0", {});
  tree.file("/sys/bus/pci/slots/7-1/address", "0000:01:00\n");
  const auto snapshot = tree.read("pci");
  EXPECT_EQ(*device_in(snapshot, "0000:01:00.0").slot, "7-1");
  EXPECT_EQ(*device_in(snapshot, "0000:01:00.1").slot, "7-1");
  EXPECT_TRUE(device_in(snapshot, "0000:02:00.0").slot.is_absent());
}

Snapshot with_slots(std::vector<SlotInfo> slots) {
  Snapshot snapshot;
  snapshot.pci.devices =
      std::vector<PciDevice>{{.address = "0000:00:01.1"},
                             {.address = "0000:01:00.0", .parent = "0000:00:01.1", .slot = "acpi"},
                             {.address = "0000:02:00.0", .parent = "0000:01:00.0"},
                             {.address = "0000:03:00.0"}};
  SmbiosTables tables;
  tables.slots = std::move(slots);
  snapshot.smbios = tables;
  join_slots(snapshot);
  return snapshot;
}

TEST(JoinSlots, labels_the_device_and_all_below_it) {
  const auto snapshot = with_slots({{.label = "SLOT5", .pci_address = "0000:01:00.0"}});
  EXPECT_EQ(*device_in(snapshot, "0000:01:00.0").slot, "SLOT5");
  EXPECT_EQ(*device_in(snapshot, "0000:02:00.0").slot, "SLOT5");
  EXPECT_TRUE(device_in(snapshot, "0000:00:01.1").slot.is_absent());
  EXPECT_TRUE(device_in(snapshot, "0000:03:00.0").slot.is_absent());
}

TEST(JoinSlots, understands_firmware_that_names_the_port) {
  const auto snapshot = with_slots({{.label = "SLOT5", .pci_address = "0000:00:01.1"}});
  EXPECT_EQ(*device_in(snapshot, "0000:00:01.1").slot, "SLOT5");
  EXPECT_EQ(*device_in(snapshot, "0000:01:00.0").slot, "acpi");
  EXPECT_EQ(*device_in(snapshot, "0000:02:00.0").slot, "acpi");
}

TEST(JoinSlots, ignores_an_address_that_two_slots_claim) {
  const auto snapshot = with_slots({{.label = "A", .pci_address = "0000:03:00.0"},
                                    {.label = "B", .pci_address = "0000:03:00.0"}});
  EXPECT_TRUE(device_in(snapshot, "0000:03:00.0").slot.is_absent());
}

TEST(JoinSlots, ends_on_a_circle_of_parents) {
  Snapshot snapshot;
  snapshot.pci.devices =
      std::vector<PciDevice>{{.address = "0000:01:00.0", .parent = "0000:01:00.0"}};
  join_slots(snapshot);
  EXPECT_TRUE(device_in(snapshot, "0000:01:00.0").slot.is_absent());
}

}  // namespace
}  // namespace gpuproof
