// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// /proc/meminfo and the memory controllers of cgroup v2 and v1.
#include "harness/measure/memory_budget.h"

#include <algorithm>

#include "harness/base/text.h"
#include "harness/measure/cgroup.h"
#include "harness/measure/kernel_file.h"

namespace gpuproof {
namespace {

constexpr Bytes least = 256 * MiB;  // small caches: the array is large for the timer's sake

std::optional<Bytes> meminfo_available(const std::filesystem::path& root) {
  const auto text = kernel_file(root / "proc/meminfo").value_or("");
  for (const auto line : lines(text)) {
    const auto fields = words(line);
    if (fields.size() < 2 || fields[0] != "MemAvailable:") continue;
    if (const auto kib = to_uint(fields[1])) return *kib * KiB;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Bytes> available_memory(const std::filesystem::path& root) {
  auto available = meminfo_available(root);
  const auto limit = cgroup_memory_left(root);
  if (limit) available = std::min(available.value_or(*limit), *limit);
  return available;
}

ArraySize array_size(int arrays, std::optional<Bytes> last_level_sum,
                     std::optional<Bytes> available) {
  const Bytes wanted = std::max(4 * last_level_sum.value_or(0), least);
  ArraySize size{.bytes = wanted, .beyond_cache = last_level_sum.has_value()};
  const Bytes share = available.value_or(4 * GiB) / 2 / static_cast<Bytes>(std::max(1, arrays));
  if (share < wanted) size = {share, last_level_sum && share >= 4 * *last_level_sum};
  return size;
}

}  // namespace gpuproof
