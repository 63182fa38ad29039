// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Revision of the microcode in use; a profile may name one.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void microcode(CheckContext& c) {
  const auto& revision = c.now.cpu.microcode;
  if (c.is_virtual())
    return c.skip(SkipKind::not_observable, c.processor(),
                  {.observed = "a guest does not see the revision of its host"});
  if (!c.readable(revision, c.processor())) return;
  c.show(c.processor(), {.observed = *revision,
                         .remedy = "update the BIOS or the microcode package",
                         .who = Who::admin});
}

const Register<Check> registered{
    {.name = "cpu/microcode",
     .about = "Microcode revision",
     .why = "A revision may fix errata or cost speed; machines of one order should run the same.",
     .run = microcode}};

}  // namespace
}  // namespace gpuproof
