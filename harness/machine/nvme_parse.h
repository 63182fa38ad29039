// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// NVMe health log (log page 2) and identify data, as bytes of the NVM Express base specification.
#pragma once

#include <string>
#include <string_view>

#include "harness/facts/storage.h"

namespace gpuproof {

// Unreadable where the log is short, or all zeros or ones: no drive answers so.
Fact<NvmeSmart> parse_nvme_smart(std::string_view log);

// Warning and critical temperature of the controller; 0 there means that it states none.
void add_nvme_limits(NvmeSmart&, const Fact<std::string>& identify);

}  // namespace gpuproof
