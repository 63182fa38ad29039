// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Highest clock that the kernel allows, against the profile or the nominal clock.
#include <fmt/core.h>

#include <algorithm>

#include "harness/checks/check.h"

namespace gpuproof {
namespace {

// The nominal clock of the sockets in MHz (SMBIOS type 4, current speed); 0 where unknown.
int nominal_mhz(const Snapshot& now) {
  int nominal = 0;
  if (now.smbios)
    for (const auto& socket : now.smbios->sockets)
      if (socket.populated) nominal = std::max(nominal, socket.current_mhz.value_or(0));
  return nominal;
}

// Highest clock that any processor may reach, or why that is not known.
Fact<double> highest_mhz(const CpuFacts& cpu) {
  Fact<double> highest;
  if (cpu.cpus.is_unreadable()) return Fact<double>::unreadable(cpu.cpus.why());
  if (cpu.cpus)
    for (const auto& one : *cpu.cpus)
      if (!highest || (one.max_mhz && *one.max_mhz > *highest)) highest = one.max_mhz;
  return highest;
}

void clock(CheckContext& c) {
  const auto highest = highest_mhz(c.now.cpu);
  if (!c.readable(highest, c.processor(), "the kernel does not set the clock here")) return;
  Finding f{.observed = fmt::format("{:.0f} MHz", *highest), .who = Who::admin};
  if (c.judge_setting(c.processor(), f.observed, f)) return;
  const int nominal = nominal_mhz(c.now);
  if (nominal == 0) return c.show(c.processor(), f);
  f.expected = fmt::format("at least the nominal {} MHz", nominal);
  f.remedy = "lift the limit (cpupower frequency-set --max, BIOS power profile)";
  // Rounding of tables and drivers: 2 %.
  c.advise(c.processor(), *highest >= 0.98 * nominal, f);
}

const Register<Check> registered{
    {.name = "cpu/clock",
     .about = "Highest clock",
     .why = "A clock limited below the nominal one slows every launch, copy and data loader.",
     .run = clock}};

}  // namespace
}  // namespace gpuproof
