// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether upgrades wait for a restart.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void reboot_required(CheckContext& c) {
  const auto& due = c.now.software.reboot_required;
  if (!c.readable(due, c.machine(), "this system keeps no note of it")) return;
  c.advise(c.machine(), !*due,
           {.observed = *due ? "a restart is due" : "none is due",
            .expected = "none is due",
            .remedy = "restart, then test what will really run",
            .who = Who::admin});
}

const Register<Check> registered{
    {.name = "os/reboot_required",
     .about = "Restart that is due",
     .why = "Software on disk and in use differ: after the next start this is another machine.",
     .run = reboot_required}};

}  // namespace
}  // namespace gpuproof
