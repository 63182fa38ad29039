// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Owner of one handle of the driver, moved and never copied. Ends without throwing: what cannot be
// released is counted (DriverApi::failed_releases).
#pragma once

#include <utility>

#include "harness/gpu/driver/context.h"

namespace gpuproof {

// Destroy points to the member of the table that takes the handle back.
template <class T, auto Destroy>
class DriverHandle {
 public:
  explicit DriverHandle(const GpuContext& context) : context_(&context) {}
  DriverHandle(DriverHandle&& other) noexcept
      : context_(other.context_), value_(std::exchange(other.value_, T{})) {}
  DriverHandle& operator=(DriverHandle&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(value_, other.value_);
    return *this;
  }
  ~DriverHandle() {
    if (value_ == T{}) return;
    // A module or buffer goes with its own context, whichever is current just now.
    context_->driver().release(context_->fn().cuCtxSetCurrent, context_->handle());
    context_->driver().release(context_->fn().*Destroy, value_);
  }

  T get() const { return value_; }
  T* out() { return &value_; }  // for the call that makes it
  const GpuContext& context() const { return *context_; }
  const CudaFunctions& fn() const { return context_->fn(); }

 private:
  const GpuContext* context_;
  T value_{};
};

}  // namespace gpuproof
