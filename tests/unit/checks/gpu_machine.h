// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The healthy machine with GPUs: each in a slot of its own, driver loaded, NVML answering.
#pragma once

#include <string>

#include "tests/unit/checks/healthy.h"

namespace gpuproof {

// Addresses 0000:c1:00.0, 0000:c2:00.0, ... below root ports 0000:c0:01.1, 0000:c0:02.1, ...
Snapshot gpu_machine(int gpus = 1);
std::string gpu_address(int index);
PciDevice& pci_gpu(Snapshot&, int index = 0);
PciDevice& gpu_port(Snapshot&, int index = 0);
GpuDevice& nvml_gpu(Snapshot&, int index = 0);

// Without NVML facts, as a build without CUDA sees it.
Snapshot unasked_gpu_machine(int gpus = 1);

// Appends a kernel log line of this boot.
void log_line(Snapshot&, const std::string& text, double seconds = 1000);

// The item with this key; fails the test where there is none.
Item item_with(const std::vector<Item>&, const std::string& key);

}  // namespace gpuproof
