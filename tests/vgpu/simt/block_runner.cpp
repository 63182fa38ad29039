// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "block_runner.h"

#include <signal.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <new>

#include "address_guard.h"

namespace gpuproof::vgpu {

__thread SimtThread* simt_thread = nullptr;

namespace {

constexpr std::size_t arena_bytes = 512 << 10;  // no GPU has as much shared memory
constexpr std::size_t signal_stack_bytes = 64 << 10;

SimtIndex place_of(std::size_t linear, const unsigned (&extent)[3]) {
  return {static_cast<unsigned>(linear % extent[0]),
          static_cast<unsigned>(linear / extent[0] % extent[1]),
          static_cast<unsigned>(linear / extent[0] / extent[1])};
}

std::string text(const SimtIndex& index) {
  return std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z);
}

}  // namespace

BlockRunner::BlockRunner()
    : fibers_(fiber_body), signal_stack_(new std::byte[signal_stack_bytes]) {
  block_.shared = static_cast<std::byte*>(::mmap(nullptr, arena_bytes, PROT_READ | PROT_WRITE,
                                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (block_.shared == MAP_FAILED) throw std::bad_alloc();
  guard_addresses(signal_stack_.get(), signal_stack_bytes);
}

BlockRunner& BlockRunner::of_this_thread() {
  // Never destroyed: a stack that is in use at exit must stay.
  static __thread BlockRunner* runner = nullptr;
  if (!runner) runner = new BlockRunner;
  return *runner;
}

LaunchOutcome BlockRunner::run(const Task& task, std::size_t block, bool wrong) {
  prepare(task, block, wrong);
  in_kernel_ = true;
  if (sigsetjmp(way_out_, 1) == 0) run_threads();
  in_kernel_ = false;
  simt_thread = nullptr;
  return outcome_;
}

void BlockRunner::prepare(const Task& task, std::size_t block, bool wrong) {
  task_ = task;
  const auto& shape = *task.shape;
  outcome_ = {};
  ended_early_ = false;
  begun_ = 0;
  turn_ = 0;
  fibers_.reset();
  block_.id = place_of(block, shape.grid);
  block_.dim = {shape.block[0], shape.block[1], shape.block[2]};
  block_.grid = {shape.grid[0], shape.grid[1], shape.grid[2]};
  block_.wrong = wrong;
  block_.threads = block_.live = static_cast<unsigned>(shape.threads_of_block());
  block_.arrived = 0;
  block_.arrays.clear();
  block_.shared_used = (shape.shared_bytes + 15) / 16 * 16;
  std::fill_n(block_.shared, std::min(shape.shared_bytes, arena_bytes), std::byte{0xFF});
  block_.warps.assign((block_.threads + simt_warp - 1) / simt_warp, {});
  threads_.assign(block_.threads, {});
  for (unsigned i = 0; i < block_.threads; ++i) {
    auto& thread = threads_[i];
    thread.id = place_of(i, shape.block);
    thread.block = &block_;
    thread.linear = i;
    thread.lane = i % simt_warp;
    thread.warp = i / simt_warp;
  }
}

void BlockRunner::run_threads() {
  while (block_.live > 0 && !ended_early_) fibers_.switch_to(fibers_.fresh());
}

void BlockRunner::fiber_body() { of_this_thread().run_fiber(); }

void BlockRunner::run_fiber() {
  auto* const fiber = fibers_.current();
  for (;;) {
    while (begun_ < block_.threads) {
      const unsigned i = begun_++;
      auto& thread = threads_[task_.reverse ? block_.threads - 1 - i : i];
      fiber->thread = simt_thread = &thread;
      task_.kernel->call(task_.kernel->function, task_.arguments);
      thread.done = true;
      --block_.live;
      // Threads that ended do not count at barriers.
      if (block_.arrived > 0 && block_.arrived == block_.live) {
        block_.arrived = 0;
        ++block_.generation;
      }
    }
    fiber->thread = nullptr;
    next();
  }
}

// Whoever cannot go on hands over here: to a thread that has not begun, to one whose wait is over,
// or back to the caller.
void BlockRunner::next() {
  if (begun_ < block_.threads) return fibers_.switch_to(fibers_.fresh());
  auto* const ready = next_waiting();
  if (ready == fibers_.current()) return;
  if (ready) return fibers_.switch_to(ready);
  if (block_.live > 0) tell_stuck();
  fibers_.switch_to(fibers_.main());
}

Fiber* BlockRunner::next_waiting() {
  for (std::size_t i = 0; i < fibers_.used(); ++i) {
    turn_ = (turn_ + 1) % fibers_.used();
    auto* const fiber = fibers_.at(turn_);
    const auto* thread = fiber->thread;
    if (!thread || thread->done) continue;
    if (thread->gate && *thread->gate == thread->passed) continue;
    return fiber;
  }
  return nullptr;
}

void BlockRunner::tell_stuck() {
  ended_early_ = true;
  outcome_.end = LaunchEnd::stuck;
  outcome_.what = std::string(task_.kernel->name) + ", block " + text(block_.id) + ":";
  const char* told = "";
  for (const auto& thread : threads_) {
    if (thread.done || thread.waits_in == told) continue;
    told = thread.waits_in;
    outcome_.what +=
        " thread " + std::to_string(thread.linear) + " waits in " + thread.waits_in + ";";
  }
  outcome_.what += " " + std::to_string(block_.live) + " threads are stuck";
}

void BlockRunner::wait(const std::uint32_t& gate, const char* where) {
  auto* const thread = simt_thread;
  thread->gate = &gate;
  thread->passed = gate;
  thread->waits_in = where;
  next();
  thread->gate = nullptr;
  thread->waits_in = "";
}

void BlockRunner::stop(LaunchEnd end, const std::string& why) {
  outcome_.end = end;
  outcome_.what = std::string(task_.kernel->name) + ", block " + text(block_.id) + ", thread " +
                  text(simt_thread->id) + ": " + why;
  siglongjmp(way_out_, 1);
}

bool BlockRunner::stop_at_address(const void* address, bool misaligned) {
  if (!in_kernel_) return false;
  char where[32];
  std::snprintf(where, sizeof where, "%p", address);
  stop(misaligned ? LaunchEnd::misaligned_address : LaunchEnd::illegal_address,
       misaligned ? "misaligned access" : std::string("access to ") + where);
}

void simt_stop(LaunchEnd end, const std::string& why) {
  BlockRunner::of_this_thread().stop(end, why);
}

}  // namespace gpuproof::vgpu
