// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The two halves of the storage facts.
#pragma once

#include <string>
#include <vector>

#include "harness/facts/storage.h"
#include "harness/machine/host.h"

namespace gpuproof {

Fact<std::vector<BlockDevice>> read_block_devices(const Host&);
Fact<std::vector<FileSystem>> read_file_systems(const Host&);

// Last PCI address in a path of /sys/devices; absent where the device is not below one.
Fact<std::string> pci_address_of_path(const std::string& resolved);

}  // namespace gpuproof
