// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Size of the last-level caches together: several on processors made of chiplets.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/units.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void cache(CheckContext& c) {
  const auto& caches = c.now.cpu.caches;
  if (!c.readable(caches, c.processor())) return;
  int level = 0;
  for (const auto& one : *caches) level = std::max(level, one.level);
  std::uint64_t sum = 0;
  int count = 0;
  for (const auto& one : *caches)
    if (one.level == level && one.type != "Instruction") sum += one.bytes, ++count;
  if (sum == 0)
    return c.skip(SkipKind::not_applicable, c.processor(),
                  {.observed = "the kernel lists no caches"});
  c.show(c.processor(), {.observed = fmt::format("{} MiB", sum / MiB),
                         .who = Who::builder,
                         .evidence = {fmt::format("level {}: {} caches", level, count)}});
}

const Register<Check> registered{
    {.name = "cpu/cache",
     .about = "Last-level cache",
     .why = "Bandwidth tests must exceed it, and a processor of another model shows here first.",
     .run = cache}};

}  // namespace
}  // namespace gpuproof
