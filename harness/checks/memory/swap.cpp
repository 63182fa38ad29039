// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Swap space in use, and pages moved during a run.
#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "harness/base/units.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

std::uint64_t in_use(const MemoryFacts& memory) {
  const auto total = memory.swap_total_bytes.value_or(0), free = memory.swap_free_bytes.value_or(0);
  return total > free ? total - free : 0;
}

// Pages moved to or from swap since the earlier state; nothing where unknown or counted anew.
std::optional<std::uint64_t> pages_moved(const Snapshot* before, const MemoryFacts& now) {
  if (!before || !now.pswpin || !now.pswpout) return {};
  const auto& then = before->memory;
  if (!then.pswpin || !then.pswpout) return {};
  if (*now.pswpin < *then.pswpin || *now.pswpout < *then.pswpout) return {};
  return *now.pswpin - *then.pswpin + *now.pswpout - *then.pswpout;
}

void swap(CheckContext& c) {
  const auto& memory = c.now.memory;
  if (!c.readable(memory.swap_total_bytes, c.machine())) return;
  if (*memory.swap_total_bytes == 0) return c.pass(c.machine(), {.observed = "no swap"});
  if (!c.readable(memory.swap_free_bytes, c.machine())) return;
  const auto used = in_use(memory);
  const auto moved = pages_moved(c.input.before, memory);
  Finding f{.observed = bytes_text(used) + " in use",
            .expected = "next to nothing in use, and none moved during a run",
            .remedy = "free memory, or switch swap off while measuring (swapoff -a)",
            .who = Who::admin};
  if (moved) f.evidence.push_back(fmt::format("{} pages moved since the earlier state", *moved));
  // Long-idle programs leave a little in swap: 2 % of the memory. 256 pages are 1 MiB.
  const auto limit = std::max<std::uint64_t>(memory.total_bytes.value_or(0) / 50, 256 * MiB);
  c.advise(c.machine(), used <= limit && moved.value_or(0) < 256, f);
}

const Register<Check> registered{
    {.name = "memory/swap",
     .about = "Swap in use",
     .why =
         "A machine that pages to disk while it works is slow in ways that look like other faults.",
     .run = swap}};

}  // namespace
}  // namespace gpuproof
