// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// mitigations= of the kernel command line; a profile may ask for a value.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void mitigations(CheckContext& c) {
  const auto& setting = c.now.cpu.mitigations;
  if (setting.is_unreadable()) {
    c.readable(setting, c.machine());
    return;
  }
  if (!c.readable(c.now.kernel.command_line, c.machine())) return;
  c.show(c.machine(), {.observed = setting.value_or("auto"),
                       .remedy = "set mitigations= on the kernel command line",
                       .who = Who::admin});
}

const Register<Check> registered{{.name = "cpu/mitigations",
                                  .about = "Mitigations of processor flaws",
                                  .why = "They cost system calls and context switches; two "
                                         "machines with other settings do not compare.",
                                  .run = mitigations}};

}  // namespace
}  // namespace gpuproof
