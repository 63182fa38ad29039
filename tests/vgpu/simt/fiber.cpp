// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "fiber.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace gpuproof::vgpu {
namespace {

constexpr std::size_t page_bytes = 4096;
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t stack_bytes = 256 << 10;
#else
constexpr std::size_t stack_bytes = 64 << 10;
#endif

std::byte* make_stack() {
  void* const memory = ::mmap(nullptr, stack_bytes + page_bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  ::mprotect(memory, page_bytes, PROT_NONE);
  return static_cast<std::byte*>(memory) + page_bytes;
}

// The pool that a new fiber belongs to, handed over with the first switch.
__thread FiberPool* entering = nullptr;

}  // namespace

FiberPool::~FiberPool() {
  for (const auto& fiber : fibers_) ::munmap(fiber->stack - page_bytes, stack_bytes + page_bytes);
}

void FiberPool::reset() {
  used_ = 0;
  main_.thread = nullptr;
  current_ = &main_;
}

Fiber* FiberPool::fresh() {
  if (used_ == fibers_.size()) {
    fibers_.push_back(std::make_unique<Fiber>());
    fibers_.back()->stack = make_stack();
  }
  auto* fiber = fibers_[used_++].get();
  fiber->thread = nullptr;
  fiber->fake_stack = nullptr;
  fiber->context =
      boost::context::detail::make_fcontext(fiber->stack + stack_bytes, stack_bytes, enter);
  return fiber;
}

void FiberPool::enter(boost::context::detail::transfer_t from) {
  auto* const pool = entering;
  static_cast<Fiber*>(from.data)->context = from.fctx;
  pool->arrive(pool->current_);
  pool->body_();
  std::abort();
}

void FiberPool::arrive([[maybe_unused]] Fiber* fiber) {
#if defined(__SANITIZE_ADDRESS__)
  const void* bottom = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(fiber->fake_stack, &bottom, &size);
  if (!main_bottom_) {
    main_bottom_ = bottom;
    main_size_ = size;
  }
#endif
}

void FiberPool::switch_to(Fiber* next) {
  auto* const self = current_;
  current_ = next;
  entering = this;
#if defined(__SANITIZE_ADDRESS__)
  if (next == &main_)
    __sanitizer_start_switch_fiber(&self->fake_stack, main_bottom_, main_size_);
  else
    __sanitizer_start_switch_fiber(&self->fake_stack, next->stack, stack_bytes);
#endif
  if (next->thread) simt_thread = next->thread;
  const auto from = boost::context::detail::jump_fcontext(next->context, self);
  static_cast<Fiber*>(from.data)->context = from.fctx;
  arrive(self);
  if (self->thread) simt_thread = self->thread;
}

}  // namespace gpuproof::vgpu
