// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Clock policy of every processor.
#include <fmt/core.h>

#include <map>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void governor(CheckContext& c) {
  const auto& cpus = c.now.cpu.cpus;
  if (!c.readable(cpus, c.processor())) return;
  std::map<std::string, int> counts;
  Fact<std::string> missing;
  for (const auto& cpu : *cpus)
    if (cpu.governor)
      ++counts[*cpu.governor];
    else
      missing = cpu.governor;
  if (counts.empty() || missing.is_unreadable()) {
    c.readable(missing, c.processor(), "firmware or hypervisor sets the clock, not the kernel");
    return;
  }
  std::vector<std::string> names, evidence;
  for (const auto& [name, count] : counts) {
    names.push_back(name);
    evidence.push_back(fmt::format("{}: {} processors", name, count));
  }
  c.advise(c.processor(), names == std::vector<std::string>{"performance"},
           {.observed = join(names, ", "),
            .expected = "performance",
            .remedy = "set it with: cpupower frequency-set -g performance",
            .who = Who::admin,
            .evidence = evidence});
}

const Register<Check> registered{{.name = "cpu/governor",
                                  .about = "Clock policy (governor)",
                                  .why = "A policy that saves power raises the clock late: "
                                         "launches and copies vary and get slower.",
                                  .run = governor}};

}  // namespace
}  // namespace gpuproof
