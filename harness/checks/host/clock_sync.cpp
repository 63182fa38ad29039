// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether a time service keeps the wall clock.
#include <fmt/core.h>

#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void clock_sync(CheckContext& c) {
  const auto& kernel = c.now.kernel;
  if (!c.readable(kernel.clock_synchronised, c.machine())) return;
  Finding f{.observed = *kernel.clock_synchronised ? "synchronised" : "not synchronised",
            .expected = "synchronised, within a second",
            .remedy =
                "start a time service (chrony, systemd-timesyncd); durations are measured "
                "with a clock of their own and stay right",
            .who = Who::admin};
  if (kernel.clock_error_us)
    f.evidence.push_back(fmt::format("estimated error: {:.3f} s", *kernel.clock_error_us / 1e6));
  const bool near = !kernel.clock_error_us || *kernel.clock_error_us <= 1e6;
  if (*kernel.clock_synchronised && !near) f.observed += ", with a large error";
  c.advise(c.machine(), *kernel.clock_synchronised && near, f);
}

const Register<Check> registered{
    {.name = "host/clock_sync",
     .about = "Synchronisation of the clock",
     .why = "Reports and logs of several machines can be joined only where their clocks agree.",
     .run = clock_sync}};

}  // namespace
}  // namespace gpuproof
