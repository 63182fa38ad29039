// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The PCI tree: every device and port with link, errors, and the settings that cost bandwidth.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/facts/fact.h"

namespace gpuproof {

// AER counters of one severity by their sysfs names, without the TOTAL_ line.
using AerCounters = std::map<std::string, std::uint64_t>;

struct PciDevice {
  std::string address;  // dddd:bb:dd.f, lower case
  std::string parent;   // address of the port above; empty below a host bridge
  std::uint32_t vendor = 0, device = 0, class_code = 0;
  Fact<std::uint32_t> subsystem_vendor, subsystem_device;
  Fact<std::string> driver;
  Fact<double> speed_gts, max_speed_gts;
  Fact<int> width, max_width;
  Fact<int> numa_node;
  Fact<bool> config_all_ones;
  Fact<AerCounters> aer_correctable, aer_nonfatal, aer_fatal;
  Fact<int> max_payload, max_payload_supported;
  Fact<std::string> aspm;
  Fact<bool> acs_redirect;
  Fact<std::uint64_t> bar1_bytes, rebar_max_bytes;
  Fact<std::string> slot;
  Fact<std::string> power_state;
};

template <class V>
void describe(V& v, PciDevice& x) {
  v("address", x.address, "domain:bus:device.function");
  v("parent", x.parent, "port above it; empty below a host bridge");
  v("vendor", x.vendor);
  v("device", x.device);
  v("class_code", x.class_code, "24 bits: class, subclass, interface");
  v("subsystem_vendor", x.subsystem_vendor);
  v("subsystem_device", x.subsystem_device);
  v("driver", x.driver, "kernel driver bound to it");
  v("speed_gts", x.speed_gts, "current link speed in GT/s; low at idle on GPUs");
  v("max_speed_gts", x.max_speed_gts, "the device's own maximum");
  v("width", x.width, "lanes in use");
  v("max_width", x.max_width, "the device's own maximum");
  v("numa_node", x.numa_node, "-1: the firmware does not say");
  v("config_all_ones", x.config_all_ones, "true: the device does not answer any more");
  v("aer_correctable", x.aer_correctable, "counts since boot");
  v("aer_nonfatal", x.aer_nonfatal);
  v("aer_fatal", x.aer_fatal);
  v("max_payload", x.max_payload, "bytes in force");
  v("max_payload_supported", x.max_payload_supported, "bytes");
  v("aspm", x.aspm, "link power states enabled: disabled, L0s, L1, L0s L1");
  v("acs_redirect", x.acs_redirect, "ACS sends peer requests up to the root");
  v("bar1_bytes", x.bar1_bytes, "size of memory BAR 1 (the GPU's window)");
  v("rebar_max_bytes", x.rebar_max_bytes, "largest size that resizable BAR offers for BAR 1");
  v("slot", x.slot, "label as printed on the board (SMBIOS 9 or ACPI)");
  v("power_state", x.power_state, "D0, D3hot, D3cold");
}

struct PciFacts {
  Fact<std::vector<PciDevice>> devices;
  Fact<std::string> aspm_policy;

  const PciDevice* find(const std::string& address) const {
    if (devices)
      for (const auto& device : *devices)
        if (device.address == address) return &device;
    return nullptr;
  }
};

template <class V>
void describe(V& v, PciFacts& x) {
  v("devices", x.devices);
  v("aspm_policy", x.aspm_policy, "the kernel's choice: default, performance, powersave, ...");
}

constexpr std::uint32_t nvidia_vendor = 0x10de;

// VGA, 3D and other display controllers of NVIDIA: the GPUs on the bus (audio and USB functions
// of the same card are not).
inline bool is_nvidia_gpu(const PciDevice& d) {
  return d.vendor == nvidia_vendor && (d.class_code >> 16) == 0x03;
}
inline bool is_nvme(const PciDevice& d) { return (d.class_code >> 8) == 0x0108; }
inline bool is_network(const PciDevice& d) { return (d.class_code >> 16) == 0x02; }
inline bool is_bridge(const PciDevice& d) { return (d.class_code >> 8) == 0x0604; }

}  // namespace gpuproof
