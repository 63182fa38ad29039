// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// NUMA node of each GPU: whether the firmware tells which processor it hangs on.
#include <fmt/core.h>

#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

void judge(CheckContext& c, const GpuView& gpu, std::size_t nodes) {
  const auto& node = gpu.device->numa_node;
  if (!c.readable(node, gpu.subject, "no NUMA node is exposed here", gpu.labels)) return;
  Finding f{.observed = *node < 0 ? "unknown (-1)" : fmt::format("node {}", *node),
            .expected = nodes > 1 ? fmt::format("one of {} nodes", nodes) : "any",
            .labels = gpu.labels};
  if (*node >= 0 || nodes <= 1) return c.pass(gpu.subject, std::move(f));
  f.cause = "the firmware does not say which processor the slot belongs to";
  f.remedy = "update the BIOS, or turn on its NUMA option; programs must bind by hand until then";
  f.who = Who::admin;
  c.warn(gpu.subject, std::move(f));
}

void numa(CheckContext& c) {
  const auto gpus = gpus_under_test(c);
  if (gpus.empty()) return;
  if (!c.readable(c.now.memory.nodes, c.machine(), "the kernel knows no NUMA nodes")) return;
  for (const auto& gpu : gpus)
    if (gpu.device) judge(c, gpu, c.now.memory.nodes->size());
}

const Register<Check> registered{{.name = "gpu/numa",
                                  .about = "NUMA node of the GPU",
                                  .why = "A program bound to the far processor copies at half the "
                                         "rate.",
                                  .run = numa}};

}  // namespace
}  // namespace gpuproof
