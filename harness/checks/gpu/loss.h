// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// GPUs that were lost: one incident with one cause, whichever of its traces a check looks at
// (PCIe errors first, then the link, then Xid 79, then a device that is gone).
#pragma once

#include <string>
#include <vector>

#include "harness/checks/check.h"

namespace gpuproof {

struct LostGpu {
  std::string address;  // where it was
  std::string uuid, name, slot;
  std::string how;    // "no longer on the PCI bus", "answers with all ones", ...
  std::string cause;  // the incident in one sentence; the same text wherever it is named
  std::vector<std::string> evidence;
  Subject subject;
};

// In this boot: by the snapshot before, a dead configuration space, NVML, or an Xid 79 of a GPU
// that nothing proves to be back.
std::vector<LostGpu> lost_gpus(const CheckContext&);
const LostGpu* find_loss(const std::vector<LostGpu>&, const std::string& address);

// The device and the ports above it, in this snapshot or, where it is gone, in the one before.
std::vector<std::string> path_to(const CheckContext&, const std::string& address);

}  // namespace gpuproof
