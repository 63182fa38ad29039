// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Memory that programs may take, before the start.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/units.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void free_memory(CheckContext& c) {
  const auto& memory = c.at_rest().memory;
  if (!c.readable(memory.available_bytes, c.machine())) return;
  if (!c.readable(memory.total_bytes, c.machine())) return;
  const auto share = 100.0 * static_cast<double>(*memory.available_bytes) /
                     static_cast<double>(std::max<std::uint64_t>(*memory.total_bytes, 1));
  c.advise(c.machine(), share >= 50,
           {.observed = fmt::format("{:.0f} %", share),
            .expected = "at least half of the memory",
            .remedy = "end what holds the memory before measuring",
            .who = Who::user,
            .evidence = {"available: " + bytes_text(*memory.available_bytes)}});
}

const Register<Check> registered{
    {.name = "memory/free",
     .about = "Memory free before the start",
     .why = "Tests size their buffers by it; a machine that is full measures its own paging.",
     .run = free_memory}};

}  // namespace
}  // namespace gpuproof
