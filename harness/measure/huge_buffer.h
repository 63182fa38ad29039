// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Anonymous memory that asks for huge pages. Not touched here: the thread that will use a page
// touches it first, so that it lies on that thread's NUMA node.
#pragma once

#include <cstddef>
#include <string>

#include "harness/base/units.h"

namespace gpuproof {

constexpr Bytes huge_page = 2 * MiB;

class HugeBuffer {
 public:
  // Starts `offset` bytes past a huge-page boundary. Throws Error where memory is refused.
  HugeBuffer(Bytes bytes, Bytes offset);
  HugeBuffer(HugeBuffer&& other) noexcept;
  HugeBuffer& operator=(HugeBuffer&&) = delete;
  ~HugeBuffer();

  std::byte* data() const { return data_; }
  Bytes bytes() const { return bytes_; }
  // Part of its resident memory that lies on huge pages, 0..1; NaN where the kernel does not tell.
  double huge_share() const;

 private:
  std::byte* map_ = nullptr;
  Bytes mapped_ = 0;
  std::byte* data_ = nullptr;
  Bytes bytes_ = 0;
};

// The share of huge pages of the mappings in `smaps` (text of /proc/self/smaps) that overlap
// [from, to).
double huge_share_of(const std::string& smaps, std::uint64_t from, std::uint64_t to);
// "huge", "mixed", "small" or "unknown".
std::string page_kind(double huge_share);

}  // namespace gpuproof
