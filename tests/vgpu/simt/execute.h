// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Executes kernels of the product on CPU cores, block by block, as a GPU would: barriers, warps,
// shared memory, and the ways in which a launch can go wrong. It knows nothing of time.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuproof::vgpu {

struct LaunchShape {
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};  // x, y, z
  std::size_t shared_bytes = 0;                        // dynamic shared memory
  std::size_t threads_of_block() const {
    return std::size_t{block[0]} * block[1] * block[2];
  }
  std::size_t blocks() const { return std::size_t{grid[0]} * grid[1] * grid[2]; }
};

// A kernel of kernels/*.cu, compiled for the CPU. Each registers itself (simt.h).
struct SimtKernel {
  std::string_view name;
  std::vector<std::size_t> argument_sizes;
  void (*function)() = nullptr;  // of its own type, which only `call` knows
  void (*call)(void (*function)(), void* const* arguments) = nullptr;
};

const SimtKernel* find_simt_kernel(std::string_view name);  // null: there is none
std::vector<const SimtKernel*> simt_kernels();              // sorted by name

enum class LaunchEnd {
  done,
  illegal_address,
  misaligned_address,
  stuck,  // threads wait for others that never come
};

struct LaunchOutcome {
  LaunchEnd end = LaunchEnd::done;
  std::string what;  // kernel, block, thread and address, or who waits where
};

// Blocks are dealt to the SMs in turn: block b runs on SM b mod `sms`. What `wrong_sm` computes,
// loads and stores is wrong in a low bit. `reverse` runs threads and blocks in the opposite order:
// what then differs has a race. Not to be called from a kernel.
LaunchOutcome execute(const SimtKernel&, const LaunchShape&, void* const* arguments, unsigned sms,
                      std::optional<unsigned> wrong_sm = {}, bool reverse = false);

}  // namespace gpuproof::vgpu
