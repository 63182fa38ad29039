// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// SMBIOS tables (DMTF DSP0134) from the bytes of an entry point and of its structure table.
#pragma once

#include <string_view>

#include "harness/facts/smbios.h"

namespace gpuproof {

// A pure function; any bytes are safe. What is damaged or cut goes into `problems`, what could be
// read before it is kept. Unreadable where not one structure could be read.
SmbiosFacts parse_smbios(std::string_view entry_point, std::string_view table);

}  // namespace gpuproof
