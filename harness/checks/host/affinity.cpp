// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The set of processors that this process may run on.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void affinity(CheckContext& c) {
  const auto& allowed = c.now.limits.affinity;
  if (!c.readable(allowed, c.machine())) return;
  if (!c.readable(c.now.cpu.cpus, c.machine())) return;
  const auto list = to_int_list(*allowed);
  if (!list)
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "\"" + *allowed + "\" is not a list of processors"});
  const auto all = c.now.cpu.cpus->size();
  c.advise(c.machine(), list->size() >= all,
           {.observed = fmt::format("{} of {}", list->size(), all),
            .expected = "all",
            .cause = list->size() >= all ? ""
                     : c.now.platform.container
                         ? "the container is given a part of the processors"
                         : "taskset, a cpuset or a batch system restricts this process",
            .remedy = "start gpuproof without the restriction",
            .who = Who::user,
            .evidence = {"allowed: " + *allowed}});
}

const Register<Check> registered{
    {.name = "host/affinity",
     .about = "Processors this process may use",
     .why = "Restricted to a part of the machine, host benchmarks measure that part only.",
     .run = affinity}};

}  // namespace
}  // namespace gpuproof
