// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// How long work takes on a GPU of a scenario, in the condition that it is in. Seconds, of the
// nominal size.
#pragma once

#include "tests/vgpu/model/kernel_model.h"
#include "tests/vgpu/scenario/condition.h"

namespace gpuproof::vgpu {

enum class CopyPath { pinned, pageable };

// The longer of moving its bytes and of its arithmetic. `scale_divisor`: nominal / executed.
// Throws InputError where the scenario has no such rate.
double kernel_seconds(const VirtualGpu&, const Condition&, const KernelWork&, double scale_divisor);
// Between host and device, by PCIe.
double host_copy_seconds(const VirtualGpu&, const Condition&, double bytes, CopyPath);
// From one GPU of the scenario to another: by NVLink where both have it, else by PCIe.
double peer_copy_seconds(const Scenario&, int from, int to, double at_s, double bytes);
// Of device memory that is read and written, or only written.
double device_bytes_seconds(const VirtualGpu&, const Condition&, double bytes);

// The size that is charged for a copy or fill of so many bytes. Results and counters of a few bytes
// are what they are, not miniatures.
double nominal_bytes(std::size_t executed, double scale_divisor);

}  // namespace gpuproof::vgpu
