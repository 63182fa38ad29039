// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What may suspend this machine while it works.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void auto_suspend(CheckContext& c) {
  const auto& what = c.now.platform.auto_suspend;
  if (what.is_unreadable()) {
    c.readable(what, c.machine());
    return;
  }
  c.advise(c.machine(), !what,
           {.observed = what.value_or("nothing found that would suspend it"),
            .expected = "none",
            .remedy = "mask sleep.target and suspend.target, and switch it off in the desktop",
            .who = Who::admin});
}

const Register<Check> registered{
    {.name = "host/auto_suspend",
     .about = "Automatic suspend",
     .why = "A machine that falls asleep ends its jobs, and GPUs may not come back from it.",
     .run = auto_suspend}};

}  // namespace
}  // namespace gpuproof
