// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Faults of the scenario, as a launch, a copy or a teardown on this GPU meets them.
#pragma once

#include <optional>
#include <string_view>

#include "tests/vgpu/driver/machine.h"

namespace gpuproof::vgpu::driver {

// One launch: of which kernel, how many came before on its GPU, and when it begins.
struct Launch {
  Device& device;
  std::string_view kernel;
  std::uint64_t earlier = 0;
  std::int64_t start_ns = 0;
};

bool is_lost(const Device&);
// Throws Hang where the call does not come back.
void hang_at_launch(const Launch&);
void hang_at_teardown(const Device&);
// What is begun and never ends: whoever waits for it hangs.
bool never_ends(const Launch&);
// CUDA_SUCCESS: none.
CUresult launch_error(const Launch&);
std::optional<unsigned> wrong_sm(const Launch&);
// What this call of the kernel computes is to be wrong. Counts its calls.
bool computes_wrong(const Launch&);
// Bits that are stuck or flip now, in the memory in use.
void disturb_memory(Device&);
// Whether what it computes is wrong is decided anew each time: it is to be executed.
bool always_executes(const Device&, std::string_view kernel);

}  // namespace gpuproof::vgpu::driver
