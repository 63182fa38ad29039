// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Physical cores in use, against the profile or the count that the firmware gives.
#include <fmt/core.h>

#include <optional>

#include "harness/checks/check.h"

namespace gpuproof {
namespace {

// Cores of the populated sockets as the firmware counts them; nothing where a socket does not say.
std::optional<int> installed_cores(const Snapshot& now) {
  if (!now.smbios) return {};
  int sum = 0;
  for (const auto& socket : now.smbios->sockets) {
    if (!socket.populated) continue;
    if (!socket.cores) return {};
    sum += *socket.cores;
  }
  return sum > 0 ? std::optional(sum) : std::nullopt;
}

void cores(CheckContext& c) {
  const auto& seen = c.now.cpu.cores;
  if (!c.readable(seen, c.processor())) return;
  Finding f{.observed = std::to_string(*seen), .who = Who::builder};
  if (c.judge_setting(c.processor(), f.observed, f)) return;
  const auto installed = installed_cores(c.now);
  if (!installed) return c.show(c.processor(), f);
  f.expected = fmt::format("{}, as the firmware reports", *installed);
  f.remedy = "look for cores disabled in the BIOS or on the kernel command line (maxcpus, nosmt)";
  c.advise(c.processor(), *seen >= *installed, f);
}

const Register<Check> registered{
    {.name = "cpu/cores",
     .about = "Number of cores",
     .why = "Cores that firmware or the kernel leaves out are paid for and not used.",
     .run = cores}};

}  // namespace
}  // namespace gpuproof
