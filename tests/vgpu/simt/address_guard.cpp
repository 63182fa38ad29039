// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "address_guard.h"

#include <signal.h>

#include <mutex>

#include "block_runner.h"

namespace gpuproof::vgpu {

// The address sanitizer reports such accesses itself, with more detail.
#if defined(__SANITIZE_ADDRESS__)

void guard_addresses(std::byte*, std::size_t) {}

#else

namespace {

struct sigaction former_segv, former_bus;

void on_fault(int number, siginfo_t* info, void*) {
  // A misaligned vector access is a general protection fault, which has no address.
  const bool misaligned = number == SIGBUS || info->si_code == SI_KERNEL;
  if (simt_thread && BlockRunner::of_this_thread().stop_at_address(info->si_addr, misaligned)) return;
  ::sigaction(number, number == SIGSEGV ? &former_segv : &former_bus, nullptr);
}

void install() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  ::sigaction(SIGSEGV, &action, &former_segv);
  ::sigaction(SIGBUS, &action, &former_bus);
}

}  // namespace

void guard_addresses(std::byte* signal_stack, std::size_t bytes) {
  stack_t stack{};
  stack.ss_sp = signal_stack;
  stack.ss_size = bytes;
  ::sigaltstack(&stack, nullptr);
  static std::once_flag once;
  std::call_once(once, install);
}

#endif

}  // namespace gpuproof::vgpu
