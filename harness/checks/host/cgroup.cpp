// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Processor quota and memory limit of the control group of this process.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void cgroup(CheckContext& c) {
  const auto& limits = c.now.limits;
  for (const auto* why : {&limits.cgroup_cpus.why(), &limits.cgroup_memory_bytes.why()})
    if (!why->empty()) {
      c.readable(Fact<int>::unreadable(*why), c.machine());
      return;
    }
  if (!limits.cgroup_cpus && !limits.cgroup_memory_bytes && limits.cgroup_version.is_unreadable()) {
    c.readable(limits.cgroup_version, c.machine());
    return;
  }
  const auto processors = static_cast<double>(c.now.cpu.cpus ? c.now.cpu.cpus->size() : 0);
  std::vector<std::string> tight;
  if (limits.cgroup_cpus && *limits.cgroup_cpus < processors)
    tight.push_back(fmt::format("{:.1f} of {:.0f} processors", *limits.cgroup_cpus, processors));
  const auto total = c.now.memory.total_bytes.value_or(0);
  if (limits.cgroup_memory_bytes && *limits.cgroup_memory_bytes < total)
    tight.push_back(
        fmt::format("{} of {} memory", bytes_text(*limits.cgroup_memory_bytes), bytes_text(total)));
  c.advise(c.machine(), tight.empty(),
           {.observed = tight.empty() ? "no limit" : join(tight, ", "),
            .expected = "no limit",
            .remedy = "lift the limits of the container, service or job",
            .who = Who::admin});
}

const Register<Check> registered{
    {.name = "host/cgroup",
     .about = "Limits of the control group",
     .why = "A quota of processors or memory holds back host work although the machine is idle.",
     .run = cgroup}};

}  // namespace
}  // namespace gpuproof
