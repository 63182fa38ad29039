// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as a PCI configuration space.
#include "harness/machine/pci_config.h"
#include "tests/fuzz/require.h"

using namespace gpuproof;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto config = parse_pci_config(view_of(data, size));
  require(!config.max_payload || (*config.max_payload >= 128 && *config.max_payload <= 4096));
  require(!config.rebar_max_bytes || *config.rebar_max_bytes >= 1u << 20);
  if (config.all_ones) require(!config.acs_redirect && !config.max_payload);
  return 0;
}
