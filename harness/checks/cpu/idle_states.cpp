// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Exit latency of the deepest enabled idle state; a profile may limit it.
#include <fmt/core.h>

#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void idle_states(CheckContext& c) {
  const auto& states = c.now.cpu.idle_states;
  if (!c.readable(states, c.processor(), "the kernel manages no idle states here")) return;
  const IdleState* deepest = nullptr;
  for (const auto& state : *states)
    if (state.latency_us && !state.disabled.value_or(false) &&
        (!deepest || *state.latency_us >= *deepest->latency_us))
      deepest = &state;
  if (!deepest)
    return c.skip(SkipKind::not_applicable, c.processor(),
                  {.observed = "no idle state is enabled"});
  c.show(c.processor(), {.observed = fmt::format("{} us", *deepest->latency_us),
                         .remedy = "limit idle states: cpupower idle-set -D <microseconds>",
                         .who = Who::admin,
                         .evidence = {"deepest enabled state: " + deepest->name}});
}

const Register<Check> registered{
    {.name = "cpu/idle_states",
     .about = "Time to wake from the deepest idle state",
     .why = "A deep idle state adds its wake-up time to launches and small transfers.",
     .run = idle_states}};

}  // namespace
}  // namespace gpuproof
