// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What NVML tells of one GPU, by topic.
#pragma once

#include "harness/facts/gpu.h"
#include "harness/gpu/nvml/nvml_device.h"

namespace gpuproof {

void read_identity(const NvmlDevice&, GpuDevice&);
void read_modes(const NvmlDevice&, GpuDevice&);
void read_memory(const NvmlDevice&, GpuDevice&);
void read_memory_health(const NvmlDevice&, GpuDevice&);
void read_link(const NvmlDevice&, GpuDevice&);
void read_power_and_clocks(const NvmlDevice&, GpuDevice&);
void read_nvlinks(const NvmlDevice&, GpuDevice&);
void read_processes(const NvmlDevice&, GpuDevice&);
// Link, clocks, sensors and clock event reasons of this moment.
GpuSample read_sample(const NvmlDevice&, const std::string& when);

// "0000:18:00.0" for NVML's "00000000:18:00.0".
std::string pci_address_text(const char* bus_id);

}  // namespace gpuproof
