// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// vm.swappiness, where there is swap at all.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void swappiness(CheckContext& c) {
  const auto& value = c.now.memory.swappiness;
  if (!c.readable(value, c.machine())) return;
  const bool no_swap = c.now.memory.swap_total_bytes.is(0);
  c.advise(c.machine(), no_swap || *value <= 60,  // 60: the kernel's default
           {.observed = std::to_string(*value),
            .expected = "at most 60, the default of the kernel",
            .remedy = "set vm.swappiness in /etc/sysctl.d",
            .who = Who::admin});
}

const Register<Check> registered{
    {.name = "memory/swappiness",
     .about = "Readiness to swap (vm.swappiness)",
     .why = "A high value pages out idle buffers of a job although memory is free.",
     .run = swappiness}};

}  // namespace
}  // namespace gpuproof
