// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether this runs inside a container.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void container(CheckContext& c) {
  const auto& kind = c.now.platform.container;
  if (kind.is_unreadable()) {
    c.readable(kind, c.machine());
    return;
  }
  if (!kind) return c.pass(c.machine(), {.observed = "none"});
  c.skip(SkipKind::not_observable, c.machine(),
         {.observed = *kind,
          .finding = "gpuproof runs inside a container (" + *kind +
                     "): what the host does not "
                     "pass in is not judged; run it on the host for the whole picture.",
          .who = Who::user});
}

const Register<Check> registered{
    {.name = "host/container",
     .about = "Container",
     .why = "A container hides devices, logs and limits of its host, and may withhold GPUs.",
     .run = container}};

}  // namespace
}  // namespace gpuproof
