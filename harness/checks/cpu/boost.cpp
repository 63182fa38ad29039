// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether the processor may exceed its nominal clock.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void boost(CheckContext& c) {
  const auto& boost = c.now.cpu.boost;
  if (!c.readable(boost, c.processor(), "the kernel has no say over boost here")) return;
  c.advise(c.processor(), *boost,
           {.observed = *boost ? "on" : "off",
            .expected = "on",
            .remedy = "allow boost in the BIOS and in /sys/devices/system/cpu/cpufreq/boost or "
                      "intel_pstate/no_turbo",
            .who = Who::admin});
}

const Register<Check> registered{{.name = "cpu/boost",
                                  .about = "Clock boost",
                                  .why = "Without boost single-threaded work, such as kernel "
                                         "launches, loses a third of its speed or more.",
                                  .run = boost}};

}  // namespace
}  // namespace gpuproof
