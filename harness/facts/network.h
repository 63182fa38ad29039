// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Network and RDMA links.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/facts/fact.h"

namespace gpuproof {

struct NetworkLink {
  std::string name;
  Fact<std::string> pci_address, driver, state, mac;
  Fact<int> speed_mbps, mtu, numa_node;
  bool is_physical = false;
};
template <class V>
void describe(V& v, NetworkLink& x) {
  v("name", x.name);
  v("pci_address", x.pci_address);
  v("driver", x.driver);
  v("state", x.state, "up, down, dormant, unknown");
  v("mac", x.mac);
  v("speed_mbps", x.speed_mbps);
  v("mtu", x.mtu);
  v("numa_node", x.numa_node);
  v("is_physical", x.is_physical);
}

struct RdmaPort {
  std::string device;
  int port = 1;
  Fact<std::string> pci_address, state, physical_state, link_layer, rate;
  Fact<double> rate_gbps;
  Fact<std::string> firmware;
};
template <class V>
void describe(V& v, RdmaPort& x) {
  v("device", x.device);
  v("port", x.port);
  v("pci_address", x.pci_address);
  v("state", x.state, "ACTIVE, INIT, DOWN, ...");
  v("physical_state", x.physical_state, "LinkUp, Polling, Disabled, ...");
  v("link_layer", x.link_layer, "InfiniBand or Ethernet");
  v("rate", x.rate, "as printed, e.g. 400 Gb/sec (4X NDR)");
  v("rate_gbps", x.rate_gbps);
  v("firmware", x.firmware);
}

struct NetworkFacts {
  Fact<std::vector<NetworkLink>> links;
  Fact<std::vector<RdmaPort>> rdma;
  Fact<std::vector<std::int64_t>> tcp_rmem, tcp_wmem;
  Fact<std::int64_t> rmem_max, wmem_max;
  Fact<bool> peermem_loaded;
};
template <class V>
void describe(V& v, NetworkFacts& x) {
  v("links", x.links);
  v("rdma", x.rdma);
  v("tcp_rmem", x.tcp_rmem, "minimum, default, maximum in bytes");
  v("tcp_wmem", x.tcp_wmem, "minimum, default, maximum in bytes");
  v("rmem_max", x.rmem_max);
  v("wmem_max", x.wmem_max);
  v("peermem_loaded", x.peermem_loaded, "nvidia_peermem or an equivalent is loaded");
}

}  // namespace gpuproof
