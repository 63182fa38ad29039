// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Link speed, width and windows of a PCI device, as sysfs spells them.
#pragma once

#include <string>

#include "harness/facts/pci.h"
#include "harness/machine/host.h"

namespace gpuproof {

// "16.0 GT/s PCIe" and the older "8 GT/s"; anything else is unreadable.
Fact<double> parse_link_speed(const std::string& text);
// Lanes; 63 and 255 are the register of a device that does not answer.
Fact<int> parse_link_width(const std::string& text);

// `folder` ends with a slash.
void read_link(const Host&, const std::string& folder, PciDevice&);
// Size of a memory BAR from `resource`; 0 where the firmware gave it no address; absent where the
// device has none.
Fact<std::uint64_t> bar_bytes(const Host&, const std::string& folder, int bar);

}  // namespace gpuproof
