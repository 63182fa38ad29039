// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The PCI tree of sysfs. Slot labels of ACPI are filled here, those of SMBIOS in join_slots.cpp.
#include <map>

#include "harness/base/text.h"
#include "harness/machine/choice.h"
#include "harness/machine/pci_config.h"
#include "harness/machine/pci_link.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

const std::string pci_folder = "/sys/bus/pci/";

// dddd:bb:dd.f; the domain has more digits behind a VMD controller.
bool is_address(std::string_view name) {
  const auto dot = name.rfind('.'), last = name.rfind(':');
  if (dot == name.npos || last == name.npos || last < 3 || dot != last + 3) return false;
  return to_uint(name.substr(0, name.find(':')), 16) && to_uint(name.substr(dot + 1), 16);
}

// The component above in the resolved path ".../0000:00:01.1/0000:01:00.0", if it is a device.
std::string parent_of(const Host& host, const std::string& folder) {
  const auto path = host.resolve(folder);
  if (!path) return "";
  const auto parts = split(*path, '/');
  if (parts.size() < 2 || !is_address(parts[parts.size() - 2])) return "";
  return std::string(parts[parts.size() - 2]);
}

Fact<std::uint32_t> id_at(const Host& host, const std::string& path) {
  return fact_from<std::uint32_t>(host.read_hex(path),
                                  [](std::uint64_t id) { return static_cast<std::uint32_t>(id); });
}

Fact<std::string> driver_of(const Host& host, const std::string& folder) {
  const auto link = host.resolve(folder + "driver");
  if (link) return link->substr(link->rfind('/') + 1);
  return fact_from<std::string>(host.read(folder + "uevent"), [](const std::string& text) {
    for (const auto line : lines(text))
      if (starts_with(line, "DRIVER=")) return std::optional(std::string(line.substr(7)));
    return std::optional<std::string>();
  });
}

Fact<AerCounters> aer_at(const Host& host, const std::string& path) {
  using Counters = Fact<AerCounters>;
  return fact_from<AerCounters>(host.read(path), [&](const std::string& text) {
    AerCounters counters;
    for (const auto line : lines(text)) {
      const auto parts = words(line);
      if (parts.empty() || starts_with(parts[0], "TOTAL_")) continue;
      const auto count = parts.size() == 2 ? to_uint(parts[1]) : std::nullopt;
      if (!count)
        return Counters::unreadable(path + ": \"" + clean_text(line) + "\" is not a counter");
      counters[std::string(parts[0])] = *count;
    }
    return Counters(counters);
  });
}

// Reading the configuration space wakes a sleeping device, which would change the machine.
PciConfig config_of(const Host& host, const std::string& folder, PciDevice& device) {
  if (device.power_state.is("D3cold")) {
    device.config_all_ones = Fact<bool>::unreadable("the device sleeps in D3cold");
    return {};
  }
  const auto bytes = host.read(folder + "config");
  if (!bytes) {
    device.config_all_ones = fact_from<bool>(bytes, [](auto&) { return false; });
    return {};
  }
  if (bytes->size() < 4) {
    device.config_all_ones = Fact<bool>::unreadable(folder + "config: cut short");
    return {};
  }
  const auto config = parse_pci_config(*bytes);
  device.config_all_ones = config.all_ones;
  return config;
}

void read_config(const Host& host, const std::string& folder, PciDevice& device) {
  const auto config = config_of(host, folder, device);
  device.max_payload = config.max_payload;
  device.max_payload_supported = config.max_payload_supported;
  device.aspm = config.aspm;
  device.acs_redirect = config.acs_redirect;
  device.rebar_max_bytes = config.rebar_max_bytes;
}

bool is_accelerator(const PciDevice& device) {
  const auto base_class = device.class_code >> 16;
  return base_class == 0x03 || base_class == 0x12;
}

PciDevice read_device(const Host& host, const std::string& address) {
  const auto folder = pci_folder + "devices/" + address + "/";
  PciDevice device{.address = lower(address), .parent = parent_of(host, folder)};
  device.vendor = id_at(host, folder + "vendor").value_or(0);
  device.device = id_at(host, folder + "device").value_or(0);
  device.class_code = id_at(host, folder + "class").value_or(0);
  device.subsystem_vendor = id_at(host, folder + "subsystem_vendor");
  device.subsystem_device = id_at(host, folder + "subsystem_device");
  device.driver = driver_of(host, folder);
  device.power_state = host.read_line(folder + "power_state");
  device.numa_node = host.read_int32(folder + "numa_node");
  read_link(host, folder, device);
  device.aer_correctable = aer_at(host, folder + "aer_dev_correctable");
  device.aer_nonfatal = aer_at(host, folder + "aer_dev_nonfatal");
  device.aer_fatal = aer_at(host, folder + "aer_dev_fatal");
  read_config(host, folder, device);
  if (is_accelerator(device)) device.bar1_bytes = bar_bytes(host, folder, 1);
  return device;
}

// /sys/bus/pci/slots/<label>/address holds dddd:bb:dd, without the function.
std::map<std::string, std::string> acpi_slots(const Host& host) {
  std::map<std::string, std::string> labels;
  for (const auto& label : host.list(pci_folder + "slots").value_or({})) {
    const auto address = host.read_line(pci_folder + "slots/" + label + "/address");
    if (address) labels[lower(*address)] = label;
  }
  return labels;
}

void read_pci(const Host& host, Snapshot& snapshot) {
  auto& pci = snapshot.pci;
  pci.aspm_policy = read_choice(host, "/sys/module/pcie_aspm/parameters/policy");
  const auto addresses = host.list(pci_folder + "devices");
  if (!addresses) {
    if (addresses.is_unreadable())
      pci.devices = Fact<std::vector<PciDevice>>::unreadable(addresses.why());
    return;
  }
  const auto labels = acpi_slots(host);
  std::vector<PciDevice> devices;
  for (const auto& address : *addresses) {
    auto device = read_device(host, address);
    const auto label = labels.find(device.address.substr(0, device.address.rfind('.')));
    if (label != labels.end()) device.slot = label->second;
    devices.push_back(std::move(device));
  }
  pci.devices = std::move(devices);
}

const Register<Reader> registered{{.name = "pci", .read = read_pci}};

}  // namespace
}  // namespace gpuproof
