// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether the system upgrades itself.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void unattended_upgrades(CheckContext& c) {
  const auto& on = c.now.software.unattended_upgrades;
  if (!c.readable(on, c.machine(), "no automatic upgrades that gpuproof knows of")) return;
  c.advise(c.machine(), !*on,
           {.observed = *on ? "on" : "off",
            .expected = "off, or without kernel and driver",
            .remedy = "switch unattended upgrades off, or hold kernel and driver packages",
            .who = Who::admin});
}

const Register<Check> registered{{.name = "os/unattended_upgrades",
                                  .about = "Automatic upgrades",
                                  .why = "A driver that is replaced under running jobs breaks "
                                         "them: library and module no longer match.",
                                  .run = unattended_upgrades}};

}  // namespace
}  // namespace gpuproof
