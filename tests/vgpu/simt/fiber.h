// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Stacks of their own for threads that wait, switched without the kernel (Boost.Context).
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <memory>
#include <vector>

#include "block.h"

namespace gpuproof::vgpu {

struct Fiber {
  boost::context::detail::fcontext_t context = nullptr;
  std::byte* stack = nullptr;  // its lowest address, above a page that nobody may touch
  SimtThread* thread = nullptr;
  void* fake_stack = nullptr;  // of the address sanitizer
};

// The fibers of one OS thread. Stacks are kept from block to block.
class FiberPool {
 public:
  using Body = void (*)();  // never returns

  explicit FiberPool(Body body) : body_(body) {}
  ~FiberPool();
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;

  // The main fiber runs again, all others are free.
  void reset();
  Fiber* fresh();  // starts with `body` when it is switched to
  Fiber* main() { return &main_; }
  Fiber* current() { return current_; }
  std::size_t used() const { return used_; }
  Fiber* at(std::size_t i) { return fibers_[i].get(); }
  // Returns when somebody switches back.
  void switch_to(Fiber*);

 private:
  static void enter(boost::context::detail::transfer_t);
  void arrive(Fiber*);

  Body body_;
  Fiber main_;
  Fiber* current_ = &main_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::size_t used_ = 0;
  const void* main_bottom_ = nullptr;
  std::size_t main_size_ = 0;
};

}  // namespace gpuproof::vgpu
