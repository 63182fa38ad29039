// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

TestTree& with_nic(TestTree& tree) {
  const std::string device = "/sys/devices/pci0000:40/0000:40:01.1/0000:41:00.0";
  return tree.pci("pci0000:40/0000:40:01.1/0000:41:00.0", {{"numa_node", "1"}})
      .folder("/sys/bus/pci/drivers/mlx5_core")
      .link(device + "/driver", "../../../../bus/pci/drivers/mlx5_core")
      .files(device + "/net/ens1", {{"operstate", "up"},
                                    {"address", "aa:bb:cc:00:11:22"},
                                    {"speed", "400000"},
                                    {"mtu", "4200"}})
      .link(device + "/net/ens1/device", "../../../0000:41:00.0")
      .link("/sys/class/net/ens1", "../../devices/pci0000:40/0000:40:01.1/0000:41:00.0/net/ens1");
}

TEST(Network, reads_a_physical_interface) {
  TestTree tree;
  const auto network = with_nic(tree).read("network").network;
  ASSERT_TRUE(network.links);
  ASSERT_EQ(network.links->size(), 1u);
  const auto& link = (*network.links)[0];
  EXPECT_TRUE(link.is_physical);
  EXPECT_TRUE(link.pci_address.is("0000:41:00.0"));
  EXPECT_TRUE(link.driver.is("mlx5_core"));
  EXPECT_TRUE(link.speed_mbps.is(400000));
  EXPECT_TRUE(link.mtu.is(4200));
  EXPECT_TRUE(link.numa_node.is(1));
}

TEST(Network, link_that_is_down_has_no_speed) {
  TestTree tree;
  tree.files("/sys/class/net/eth0", {{"operstate", "down"}, {"speed", "-1"}})
      .files("/sys/class/net/eth1", {{"operstate", "up"}, {"speed", "-1"}})
      .files("/sys/class/net/veth12ab", {{"operstate", "up"}})
      .file("/sys/class/net/bonding_masters", "");
  const auto network = tree.read("network").network;
  ASSERT_EQ(network.links->size(), 2u);
  EXPECT_TRUE((*network.links)[0].speed_mbps.is_absent());
  EXPECT_TRUE((*network.links)[1].speed_mbps.is_absent());
  EXPECT_FALSE((*network.links)[0].is_physical);
}

TEST(Network, reads_rdma_ports) {
  TestTree tree;
  const std::string device = "/sys/devices/pci0000:40/0000:40:01.1/0000:41:00.0";
  with_nic(tree)
      .files("/sys/class/infiniband/mlx5_0", {{"fw_ver", "28.39.1002"}})
      .link("/sys/class/infiniband/mlx5_0/device", device)
      .files("/sys/class/infiniband/mlx5_0/ports/1", {{"state", "4: ACTIVE"},
                                                      {"phys_state", "5: LinkUp"},
                                                      {"link_layer", "InfiniBand"},
                                                      {"rate", "400 Gb/sec (4X NDR)"}});
  const auto network = tree.read("network").network;
  ASSERT_TRUE(network.rdma);
  ASSERT_EQ(network.rdma->size(), 1u);
  const auto& port = (*network.rdma)[0];
  EXPECT_TRUE(port.state.is("ACTIVE"));
  EXPECT_TRUE(port.physical_state.is("LinkUp"));
  EXPECT_TRUE(port.rate_gbps.is(400));
  EXPECT_TRUE(port.rate.is("400 Gb/sec (4X NDR)"));
  EXPECT_TRUE(port.pci_address.is("0000:41:00.0"));
  EXPECT_TRUE(port.firmware.is("28.39.1002"));
}

TEST(Network, odd_texts_never_become_numbers) {
  TestTree tree;
  tree.files("/sys/class/infiniband/mlx4_0/ports/1", {{"state", ""}, {"rate", "fast"}})
      .files("/proc/sys/net/ipv4", {{"tcp_rmem", "4096\t131072\t6291456"}, {"tcp_wmem", "4096 x"}});
  const auto network = tree.read("network").network;
  EXPECT_TRUE((*network.rdma)[0].rate_gbps.is_absent());
  EXPECT_EQ(*network.tcp_rmem, (std::vector<std::int64_t>{4096, 131072, 6291456}));
  EXPECT_TRUE(network.tcp_wmem.is_unreadable());
}

TEST(Network, peer_memory_module_is_known_only_where_modules_are_visible) {
  TestTree tree;
  EXPECT_TRUE(tree.read("network").network.peermem_loaded.is_unreadable());
  tree.folder("/sys/module/nvme");
  EXPECT_TRUE(tree.read("network").network.peermem_loaded.is(false));
  tree.folder("/sys/module/nvidia_peermem");
  EXPECT_TRUE(tree.read("network").network.peermem_loaded.is(true));
}

}  // namespace
}  // namespace gpuproof
