// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Values in force that no configuration file sets.
#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void tuned_values(CheckContext& c) {
  const auto& lost = c.now.platform.tuned_lost_on_reboot;
  if (!c.readable(lost, c.machine())) return;
  c.advise(c.machine(), lost->empty(),
           {.observed = lost->empty() ? "none" : join(*lost, ", "),
            .expected = "every setting in force is also in a configuration file",
            .remedy = "write them to /etc/sysctl.d, the kernel command line or a service",
            .who = Who::admin});
}

const Register<Check> registered{
    {.name = "host/tuned_values",
     .about = "Settings that a restart loses",
     .why = "The machine passes today and is another one after its next start.",
     .run = tuned_values}};

}  // namespace
}  // namespace gpuproof
