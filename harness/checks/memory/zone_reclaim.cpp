// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// vm.zone_reclaim_mode; on one node it has no effect.
#include "harness/checks/check.h"
#include "harness/checks/memory/nodes.h"

namespace gpuproof {
namespace {

void zone_reclaim(CheckContext& c) {
  const auto& mode = c.now.memory.zone_reclaim_mode;
  if (!c.readable(mode, c.machine())) return;
  const bool one_node = nodes_with_processors(c.now.memory) == 1;
  c.advise(c.machine(), one_node || *mode == 0,
           {.observed = std::to_string(*mode),
            .expected = "0",
            .remedy = "set vm.zone_reclaim_mode=0 in /etc/sysctl.d",
            .who = Who::admin});
}

const Register<Check> registered{
    {.name = "memory/zone_reclaim",
     .about = "Reclaim of memory within one NUMA node",
     .why =
         "With it on, the kernel drops cached files of one node although another has free memory.",
     .run = zone_reclaim}};

}  // namespace
}  // namespace gpuproof
