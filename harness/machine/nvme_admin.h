// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The two NVMe admin commands that we send: both only read.
#pragma once

#include <string>

#include "harness/facts/fact.h"

namespace gpuproof {

// "nvme-identify": 4096 bytes of the controller; "nvme-smart": 512 bytes of log page 2.
// Throws std::logic_error for any other request: nothing else is ever sent to a drive.
Fact<std::string> nvme_admin(const std::string& device, const std::string& request);

}  // namespace gpuproof
