// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Network interfaces, RDMA ports and the buffers of TCP.
#include "harness/base/text.h"
#include "harness/machine/block_devices.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

Fact<std::string> pci_address(const Host& host, const std::string& device) {
  const auto resolved = host.resolve(device);
  return resolved ? pci_address_of_path(*resolved) : Fact<std::string>();
}

// The kernel answers EINVAL, or -1, where a link that is down has no speed.
Fact<int> speed(const Host& host, const std::string& folder, const Fact<std::string>& state) {
  if (!state.is("up")) return {};
  const auto mbps = host.read_int32(folder + "/speed");
  return mbps && *mbps <= 0 ? Fact<int>() : mbps;
}

NetworkLink read_link(const Host& host, const std::string& name) {
  const auto folder = "/sys/class/net/" + name;
  NetworkLink link{.name = clean_text(name)};
  link.pci_address = pci_address(host, folder + "/device");
  link.is_physical = host.exists(folder + "/device");
  link.driver = fact_from<std::string>(host.resolve(folder + "/device/driver"), base_name);
  link.state = host.read_line(folder + "/operstate");
  link.mac = host.read_line(folder + "/address");
  link.speed_mbps = speed(host, folder, link.state);
  link.mtu = host.read_int32(folder + "/mtu");
  link.numa_node = host.read_int32(folder + "/device/numa_node");
  return link;
}

// A host of containers has hundreds of these, and they come and go.
bool is_container_end(std::string_view name) {
  return starts_with(name, "veth") || starts_with(name, "cali") || starts_with(name, "lxc");
}

Fact<std::vector<NetworkLink>> read_links(const Host& host) {
  using Links = std::vector<NetworkLink>;
  return fact_from<Links>(host.list("/sys/class/net"), [&](const auto& names) {
    Links links;
    for (const auto& name : names)
      if (!is_container_end(name) && host.exists("/sys/class/net/" + name + "/operstate"))
        links.push_back(read_link(host, name));
    return links;
  });
}

// "4: ACTIVE" -> "ACTIVE"
Fact<std::string> behind_number(const Fact<std::string>& line) {
  return fact_from<std::string>(line, [](const std::string& text) {
    const auto colon = text.find(':');
    return clean_text(trim(colon == text.npos ? text : text.substr(colon + 1)));
  });
}

RdmaPort read_port(const Host& host, const std::string& device, int number) {
  const auto folder = "/sys/class/infiniband/" + device;
  const auto here = folder + "/ports/" + std::to_string(number);
  RdmaPort port{.device = clean_text(device), .port = number};
  port.pci_address = pci_address(host, folder + "/device");
  port.state = behind_number(host.read_line(here + "/state"));
  port.physical_state = behind_number(host.read_line(here + "/phys_state"));
  port.link_layer = host.read_line(here + "/link_layer");
  port.rate = host.read_line(here + "/rate");
  port.rate_gbps =
      fact_from<double>(port.rate, [](const auto& rate) { return first_number(rate); });
  port.firmware = host.read_line(folder + "/fw_ver");
  return port;
}

Fact<std::vector<RdmaPort>> read_rdma(const Host& host) {
  using Ports = std::vector<RdmaPort>;
  return fact_from<Ports>(host.list("/sys/class/infiniband"), [&](const auto& devices) {
    Ports ports;
    for (const auto& device : devices)
      for (const auto& port : host.list("/sys/class/infiniband/" + device + "/ports").value_or({}))
        if (const auto number = to_uint(port); number && *number < 256)
          ports.push_back(read_port(host, device, static_cast<int>(*number)));
    return ports;
  });
}

// "4096	131072	6291456"
Fact<std::vector<std::int64_t>> read_triple(const Host& host, const std::string& path) {
  using Triple = Fact<std::vector<std::int64_t>>;
  return fact_from<std::vector<std::int64_t>>(host.read_line(path), [&](const std::string& line) {
    std::vector<std::int64_t> values;
    for (const auto word : words(line))
      if (const auto value = to_int(word)) values.push_back(*value);
    return values.size() == 3 ? Triple(values) : Triple::unreadable(path + ": not three numbers");
  });
}

Fact<bool> peermem(const Host& host) {
  if (!host.exists("/sys/module")) return Fact<bool>::unreadable("/sys/module is not visible here");
  return host.exists("/sys/module/nvidia_peermem") || host.exists("/sys/module/nv_peer_mem");
}

void read_network(const Host& host, Snapshot& snapshot) {
  auto& network = snapshot.network;
  network.links = read_links(host);
  network.rdma = read_rdma(host);
  network.tcp_rmem = read_triple(host, "/proc/sys/net/ipv4/tcp_rmem");
  network.tcp_wmem = read_triple(host, "/proc/sys/net/ipv4/tcp_wmem");
  network.rmem_max = host.read_int("/proc/sys/net/core/rmem_max");
  network.wmem_max = host.read_int("/proc/sys/net/core/wmem_max");
  network.peermem_loaded = peermem(host);
}

const Register<Reader> registered{{.name = "network", .read = read_network}};

}  // namespace
}  // namespace gpuproof
