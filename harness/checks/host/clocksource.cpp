// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The clock that the kernel reads.
#include <algorithm>
#include <array>

#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void clocksource(CheckContext& c) {
  const auto& source = c.now.kernel.clocksource;
  if (!c.readable(source, c.machine())) return;
  // Sources that need a trip to the chipset, or that tick only.
  constexpr std::array slow{"hpet", "acpi_pm", "jiffies", "pit", "refined-jiffies"};
  const bool good = std::none_of(slow.begin(), slow.end(), [&](auto* s) { return *source == s; });
  c.advise(c.machine(), good,
           {.observed = *source,
            .expected = "tsc, or the paravirtual clock of a guest",
            .cause = good ? "" : "the kernel found the time stamp counter unstable",
            .remedy = "look for \"clocksource\" in the kernel log; update the BIOS",
            .who = Who::admin});
}

const Register<Check> registered{
    {.name = "host/clocksource",
     .about = "Source of time",
     .why =
         "A slow source costs a microsecond and more at each reading and blurs short measurements.",
     .run = clocksource}};

}  // namespace
}  // namespace gpuproof
