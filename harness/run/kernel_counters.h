// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What /proc says of our own children: state of a process, kills for lack of memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gpuproof {

// Processes killed for lack of memory since boot, in any cgroup; nullopt before Linux 4.13.
std::optional<std::uint64_t> out_of_memory_kills();
// "D (wait_on_page)": state letter and the kernel function it waits in; empty when it is gone.
std::string process_state(std::int64_t pid);

}  // namespace gpuproof
