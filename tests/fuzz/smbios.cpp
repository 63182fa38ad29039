// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Input: one byte with the length of the entry point, the entry point, the table.
#include <algorithm>

#include "harness/machine/smbios_parse.h"
#include "tests/fuzz/require.h"

using namespace gpuproof;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = view_of(data, size);
  if (input.empty()) return 0;
  const auto rest = input.substr(1);
  const auto entry = std::min<std::size_t>(data[0], rest.size());
  const auto facts = parse_smbios(rest.substr(0, entry), rest.substr(entry));
  if (!facts) return 0;
  require(facts->problems.size() <= 51);
  for (const auto& dimm : facts->dimms) {
    require_clean(dimm.locator + dimm.serial + dimm.part);
    require(dimm.is_filled() || dimm.serial.empty());
    require(!dimm.rated_mts || *dimm.rated_mts > 0);
  }
  for (const auto& slot : facts->slots) require_clean(slot.label);
  if (facts->system) require_clean(facts->system->serial);
  return 0;
}
