// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// mmap with room for alignment, madvise, and the kernel's own account of what came of it.
#include "harness/measure/huge_buffer.h"

#include <sys/mman.h>

#include <cerrno>
#include <cmath>
#include <limits>
#include <utility>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/measure/kernel_file.h"

namespace gpuproof {
namespace {

struct Range {
  std::uint64_t from, to;
};

// "7f00-7f10 rw-p ..." opens a mapping; other lines of smaps are "Name: value kB".
std::optional<Range> mapping_of(std::string_view line) {
  const auto first = words(line);
  if (first.empty() || first[0].ends_with(':')) return std::nullopt;
  const auto bounds = split(first[0], '-');
  if (bounds.size() != 2) return std::nullopt;
  const auto from = to_uint(bounds[0], 16), to = to_uint(bounds[1], 16);
  return from && to ? std::optional(Range{*from, *to}) : std::nullopt;
}

}  // namespace

HugeBuffer::HugeBuffer(Bytes bytes, Bytes offset)
    : mapped_(bytes + offset + 2 * huge_page), bytes_(bytes) {
  void* map = ::mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED)
    throw Error("no memory for a buffer of " + bytes_text(bytes) + " (" + errno_text(errno) +
                "); free some, or raise the limit on address space");
  map_ = static_cast<std::byte*>(map);
  const auto at = reinterpret_cast<std::uintptr_t>(map_);
  std::byte* aligned = map_ + ((at + huge_page - 1) / huge_page * huge_page - at);
  data_ = aligned + offset;
  // Refused where the kernel has no huge pages: then huge_share() tells.
  (void)::madvise(aligned, bytes + offset, MADV_HUGEPAGE);
}

HugeBuffer::HugeBuffer(HugeBuffer&& other) noexcept
    : map_(std::exchange(other.map_, nullptr)),
      mapped_(other.mapped_),
      data_(other.data_),
      bytes_(other.bytes_) {}

HugeBuffer::~HugeBuffer() {
  if (map_) ::munmap(map_, mapped_);
}

double HugeBuffer::huge_share() const {
  const auto from = reinterpret_cast<std::uintptr_t>(data_);
  return huge_share_of(kernel_file("/proc/self/smaps").value_or(""), from, from + bytes_);
}

double huge_share_of(const std::string& smaps, std::uint64_t from, std::uint64_t to) {
  double resident = 0, huge = 0;
  bool inside = false;
  for (const auto line : lines(smaps)) {
    if (const auto mapping = mapping_of(line)) {
      inside = mapping->from < to && from < mapping->to;
      continue;
    }
    if (!inside) continue;
    const auto fields = words(line);
    const double kib = fields.size() > 1 ? to_double(fields[1]).value_or(0) : 0;
    if (starts_with(line, "Rss:")) resident += kib;
    if (starts_with(line, "AnonHugePages:")) huge += kib;
  }
  return resident > 0 ? huge / resident : std::numeric_limits<double>::quiet_NaN();
}

std::string page_kind(double huge_share) {
  if (std::isnan(huge_share)) return "unknown";
  if (huge_share >= 0.95) return "huge";
  return huge_share <= 0.05 ? "small" : "mixed";
}

}  // namespace gpuproof
