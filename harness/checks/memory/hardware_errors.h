// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Kernel log lines about errors that the processor or the firmware reported.
#pragma once

#include <string>
#include <vector>

#include "harness/checks/log_scope.h"

namespace gpuproof {

struct HardwareErrors {
  std::vector<std::string> fatal, corrected;  // fatal: not corrected
};

// Of that scope; without records of PCIe devices, which pcie/aer judges.
HardwareErrors hardware_errors(const KernelLog&, const RunWindow*, LogScope);

}  // namespace gpuproof
