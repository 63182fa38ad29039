// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The network checks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/checks/healthy.h"

namespace gpuproof {
namespace {

using ::testing::HasSubstr;

NetworkLink& nic(Snapshot& machine) { return (*machine.network.links)[0]; }

Item link_item(const Snapshot& machine, const CheckRun& run = {}) {
  return item_with("network/link", machine, "nic", "eno1", run);
}

TEST(NetworkLink, warns_of_a_rate_that_points_to_a_cable) {
  auto machine = healthy_machine();
  nic(machine).speed_mbps = 100;
  EXPECT_EQ(link_item(machine).outcome, Outcome::warn);
}

TEST(NetworkLink, fails_where_it_was_better_before) {
  const auto before = healthy_machine();
  auto machine = healthy_machine();
  nic(machine).speed_mbps = 1000;
  EXPECT_EQ(link_item(machine).outcome, Outcome::pass);
  EXPECT_EQ(link_item(machine, {.before = &before}).outcome, Outcome::fail);
  nic(machine).state = "down";
  EXPECT_EQ(link_item(machine).skip, SkipKind::not_applicable);
  EXPECT_EQ(link_item(machine, {.before = &before}).outcome, Outcome::fail);
}

TEST(NetworkLink, warns_of_a_slot_that_carries_less_than_the_port) {
  auto machine = healthy_machine();
  nic(machine).speed_mbps = 100'000;  // on Gen3 x4: 31.5 Gb/s
  EXPECT_THAT(link_item(machine).cause, HasSubstr("31508 Mb/s"));
}

TEST(NetworkMtu, warns_below_the_standard_size_only) {
  auto machine = healthy_machine();
  EXPECT_EQ(item_with("network/mtu", machine, "nic", "eno1").skip, SkipKind::no_expectation);
  nic(machine).mtu = 1280;
  EXPECT_EQ(item_with("network/mtu", machine, "nic", "eno1").outcome, Outcome::warn);
}

Snapshot with_ports() {
  auto machine = healthy_machine();
  RdmaPort port{.device = "mlx5_0",
                .state = std::string("ACTIVE"),
                .physical_state = std::string("LinkUp"),
                .link_layer = std::string("InfiniBand"),
                .rate = std::string("400 Gb/sec (4X NDR)"),
                .rate_gbps = 400.0};
  auto other = port;
  other.device = "mlx5_1";
  machine.network.rdma = std::vector<RdmaPort>{port, other};
  return machine;
}

Item port_item(const Snapshot& machine, const CheckRun& run = {}) {
  return item_with("network/rdma", machine, "nic", "mlx5_1", run);
}

TEST(NetworkRdma, compares_ports_with_their_siblings) {
  auto machine = with_ports();
  EXPECT_EQ(port_item(machine).outcome, Outcome::pass);
  auto& port = (*machine.network.rdma)[1];
  port.rate = "200 Gb/sec (4X HDR)", port.rate_gbps = 200.0;
  EXPECT_EQ(port_item(machine).outcome, Outcome::warn);
}

TEST(NetworkRdma, makes_nothing_of_a_rate_the_kernel_does_not_know) {
  auto machine = with_ports();
  auto& port = (*machine.network.rdma)[1];
  port.rate = "10 Gb/sec (4X SDR)", port.rate_gbps = 10.0;
  EXPECT_EQ(port_item(machine).skip, SkipKind::not_observable);
}

TEST(NetworkRdma, tells_a_missing_subnet_manager_from_a_missing_cable) {
  auto machine = with_ports();
  auto& port = (*machine.network.rdma)[1];
  port.state = "INIT";
  EXPECT_THAT(port_item(machine).cause, HasSubstr("subnet manager"));
  EXPECT_EQ(port_item(machine).outcome, Outcome::fail);
  port.state = "DOWN", port.physical_state = "Polling";
  EXPECT_EQ(port_item(machine).outcome, Outcome::warn);
  const auto before = with_ports();
  EXPECT_EQ(port_item(machine, {.before = &before}).outcome, Outcome::fail);
}

TEST(NetworkTcpBuffers, reads_a_triple_against_one_number_or_three) {
  const auto machine = healthy_machine();  // 4096 65536 67108864
  const auto judge = [&](Comparison comparison, const char* value) {
    const auto profile = profile_with("network/tcp_buffers", comparison, value);
    return item_of("network/tcp_buffers", machine, {.profile = &profile}).outcome;
  };
  EXPECT_EQ(judge(Comparison::at_least, "67108864"), Outcome::pass);
  EXPECT_EQ(judge(Comparison::at_least, "134217728"), Outcome::fail);
  EXPECT_EQ(judge(Comparison::equal, "4096 65536 67108864"), Outcome::pass);
  EXPECT_EQ(judge(Comparison::equal, "4096 87380 67108864"), Outcome::fail);
  EXPECT_EQ(judge(Comparison::at_least, "4096\t65536\t67108864"), Outcome::pass);
}

TEST(NetworkTcpBuffers, refuses_what_is_no_triple) {
  auto machine = healthy_machine();
  machine.network.tcp_wmem = std::vector<std::int64_t>{4096};
  EXPECT_EQ(item_of("network/tcp_buffers", machine).skip, SkipKind::not_observable);
}

TEST(NetworkPeermem, matters_where_rdma_meets_gpus) {
  auto machine = with_ports();
  EXPECT_EQ(item_of("network/peermem", machine).skip, SkipKind::not_applicable);
  (*machine.pci.devices)
      .push_back({.address = "0000:81:00.0", .vendor = nvidia_vendor, .class_code = 0x030200});
  EXPECT_EQ(item_of("network/peermem", machine).outcome, Outcome::warn);
  machine.software.nvidia_module_flavour = "open";
  EXPECT_EQ(item_of("network/peermem", machine).outcome, Outcome::pass);
}

}  // namespace
}  // namespace gpuproof
