// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// kernel.numa_balancing; on one node it has no effect.
#include "harness/checks/check.h"
#include "harness/checks/memory/nodes.h"

namespace gpuproof {
namespace {

void numa_balancing(CheckContext& c) {
  const auto& mode = c.now.memory.numa_balancing;
  if (!c.readable(mode, c.machine())) return;
  const bool one_node = nodes_with_processors(c.now.memory) == 1;
  c.advise(c.machine(), one_node || *mode == 0,
           {.observed = std::to_string(*mode),
            .expected = "0 on a machine with several NUMA nodes",
            .remedy = "set kernel.numa_balancing=0 in /etc/sysctl.d",
            .who = Who::admin});
}

const Register<Check> registered{
    {.name = "memory/numa_balancing",
     .about = "Automatic NUMA balancing",
     .why =
         "It unmaps pages to see who uses them; pinned and steadily used buffers only pay for it.",
     .run = numa_balancing}};

}  // namespace
}  // namespace gpuproof
