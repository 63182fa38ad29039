// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Memory that a drive reads into: blocks of equal size in one 2 MiB-aligned range, in huge pages
// where the kernel gives them. Small pages cost a drive more segments per request: with 128 KiB
// reads half of the rate of a fast one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "harness/base/units.h"

namespace gpuproof {

class ReadBuffers {
 public:
  // Touches every page, so call it from the thread that will use it. Throws SystemError.
  ReadBuffers(unsigned count, Bytes block);
  ~ReadBuffers();
  ReadBuffers(const ReadBuffers&) = delete;
  ReadBuffers& operator=(const ReadBuffers&) = delete;

  unsigned count() const { return count_; }
  Bytes block() const { return block_; }
  std::byte* data() const { return data_; }
  Bytes bytes() const { return count_ * block_; }
  std::byte* slot(unsigned i) const { return data_ + i * block_; }
  std::span<const std::uint64_t> words(unsigned i) const {
    return {reinterpret_cast<const std::uint64_t*>(slot(i)), block_ / sizeof(std::uint64_t)};
  }
  // How much of it the kernel put into huge pages, from /proc/self/smaps.
  Bytes huge_bytes() const;

 private:
  unsigned count_;
  Bytes block_;
  void* mapping_;
  Bytes mapped_;
  std::byte* data_;
};

}  // namespace gpuproof
