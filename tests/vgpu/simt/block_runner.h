// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Runs one block on the calling OS thread. Its threads run one after the other as a plain loop; the
// first that waits gets a stack of its own, and another goes on with the loop.
#pragma once

#include <setjmp.h>

#include <memory>

#include "fiber.h"

namespace gpuproof::vgpu {

class BlockRunner {
 public:
  static BlockRunner& of_this_thread();

  struct Task {
    const SimtKernel* kernel = nullptr;
    const LaunchShape* shape = nullptr;
    void* const* arguments = nullptr;
    bool reverse = false;
  };
  LaunchOutcome run(const Task&, std::size_t block, bool wrong);

  // For the threads of the block. The current one waits until *gate differs from what it is now.
  void wait(const std::uint32_t& gate, const char* where);
  [[noreturn]] void stop(LaunchEnd, const std::string& why);
  // From the signal handler; false: no kernel runs on this thread.
  bool stop_at_address(const void* address, bool misaligned);

 private:
  BlockRunner();
  static void fiber_body();
  void prepare(const Task&, std::size_t block, bool wrong);
  void run_threads();
  void run_fiber();
  void next();
  Fiber* next_waiting();
  void tell_stuck();

  FiberPool fibers_;
  Task task_;
  SimtBlock block_;
  std::vector<SimtThread> threads_;
  unsigned begun_ = 0;
  std::size_t turn_ = 0;
  LaunchOutcome outcome_;
  bool ended_early_ = false;
  volatile bool in_kernel_ = false;
  sigjmp_buf way_out_ = {};
  std::unique_ptr<std::byte[]> signal_stack_;
};

}  // namespace gpuproof::vgpu
