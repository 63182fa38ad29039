// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// An address as NVML spells it: eight digits of domain, upper case.
#pragma once

#include "tests/vgpu/nvml/types.h"
#include "tests/vgpu/scenario/virtual_gpu.h"

namespace gpuproof::vgpu::nvml {

PciInfo pci_info(const PciIdentity&);

}  // namespace gpuproof::vgpu::nvml
