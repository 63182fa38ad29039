// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Storage: block devices, drive health, file systems.
#include "harness/machine/block_devices.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

void read_storage(const Host& host, Snapshot& snapshot) {
  snapshot.storage.devices = read_block_devices(host);
  snapshot.storage.file_systems = read_file_systems(host);
}

const Register<Reader> registered{{.name = "storage", .read = read_storage}};

}  // namespace
}  // namespace gpuproof
