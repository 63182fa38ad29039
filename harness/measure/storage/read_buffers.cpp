// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/read_buffers.h"

#include <fmt/core.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/measure/storage/sys_file.h"

namespace gpuproof {
namespace {

constexpr Bytes huge_page = 2 * MiB;

Bytes round_up(Bytes bytes, Bytes unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

ReadBuffers::ReadBuffers(unsigned count, Bytes block)
    : count_(count), block_(block), mapped_(round_up(count * block, huge_page) + huge_page) {
  mapping_ = ::mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping_ == MAP_FAILED)
    throw SystemError("no memory for read buffers of " + bytes_text(mapped_), errno);
  const auto start = round_up(reinterpret_cast<std::uintptr_t>(mapping_), huge_page);
  data_ = reinterpret_cast<std::byte*>(start);
  ::madvise(data_, mapped_ - huge_page, MADV_HUGEPAGE);  // advice: huge_bytes() tells what came
  std::memset(data_, 0, bytes());
}

ReadBuffers::~ReadBuffers() { ::munmap(mapping_, mapped_); }

Bytes ReadBuffers::huge_bytes() const {
  // The kernel may join neighbouring mappings: the entry that holds our first byte counts.
  const auto address = reinterpret_cast<std::uintptr_t>(data_);
  const std::string text = sys_text("/proc/self/smaps").value_or("");
  bool ours = false;
  for (const auto line : lines(text)) {
    const auto range = split(line.substr(0, line.find(' ')), '-');
    if (range.size() == 2) {
      const auto from = to_uint(range[0], 16), to = to_uint(range[1], 16);
      if (from && to) ours = *from <= address && address < *to;
    } else if (ours && starts_with(line, "AnonHugePages:")) {
      const auto parts = gpuproof::words(line);
      const auto kib = parts.size() > 1 ? to_uint(parts[1]) : std::nullopt;
      return std::min(kib.value_or(0) * KiB, bytes());
    }
  }
  return 0;
}

}  // namespace gpuproof
