// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether two threads share a core; a profile may ask for a state.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void smt(CheckContext& c) {
  const auto& state = c.now.cpu.smt;
  if (!c.readable(state, c.processor())) return;
  c.show(c.processor(), {.observed = *state,
                         .remedy = "change it in the BIOS or with nosmt on the kernel command line",
                         .who = Who::admin});
}

const Register<Check> registered{{.name = "cpu/smt",
                                  .about = "Simultaneous multithreading",
                                  .why = "Sites differ on purpose; where a profile names a state, "
                                         "another one changes host figures.",
                                  .run = smt}};

}  // namespace
}  // namespace gpuproof
