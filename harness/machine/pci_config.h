// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a PCI configuration space says about payload, link power, ACS and resizable BARs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/facts/fact.h"

namespace gpuproof {

struct PciConfig {
  bool all_ones = false;                         // the device does not answer any more
  Fact<int> max_payload, max_payload_supported;  // bytes
  Fact<std::string> aspm;
  Fact<bool> acs_redirect;
  Fact<std::uint64_t> rebar_max_bytes;  // of BAR 1
};

// Any bytes are safe. Without root Linux gives 64 of 4096 bytes: what lies behind is unreadable.
PciConfig parse_pci_config(std::string_view bytes);

}  // namespace gpuproof
