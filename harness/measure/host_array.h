// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// An array in main memory for a team: each thread owns one contiguous slice.
#pragma once

#include <cstddef>

#include "harness/measure/huge_buffer.h"

namespace gpuproof {

struct Slice {
  std::size_t first, count;
};
// Slices begin on 4 KiB of 8-byte elements, so that threads share few pages.
Slice slice_of(std::size_t n, std::size_t thread, std::size_t threads);

template <class T>
class HostArray {
 public:
  HostArray(std::size_t n, Bytes offset) : buffer_(n * sizeof(T), offset), size_(n) {}
  T* data() const { return reinterpret_cast<T*>(buffer_.data()); }
  T& operator[](std::size_t i) const { return data()[i]; }
  std::size_t size() const { return size_; }
  const HugeBuffer& buffer() const { return buffer_; }

 private:
  HugeBuffer buffer_;
  std::size_t size_;
};

}  // namespace gpuproof
