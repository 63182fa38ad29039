// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Turns an access of a kernel to memory that is not there into the end of its launch.
#pragma once

#include <cstddef>

namespace gpuproof::vgpu {

// Once per OS thread that runs blocks; handlers of the process are installed with the first. Faults
// outside of kernels go to whoever handled them before. The stack must outlive the thread.
void guard_addresses(std::byte* signal_stack, std::size_t bytes);

}  // namespace gpuproof::vgpu
