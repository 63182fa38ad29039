// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Mode of transparent huge pages.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void thp(CheckContext& c) {
  const auto& mode = c.now.memory.thp_enabled;
  if (!c.readable(mode, c.machine())) return;
  Finding f{.observed = *mode,
            .expected = "madvise or always",
            .remedy = "write madvise to /sys/kernel/mm/transparent_hugepage/enabled at boot",
            .who = Who::admin};
  if (c.now.memory.thp_defrag) f.evidence.push_back("defrag: " + *c.now.memory.thp_defrag);
  c.advise(c.machine(), *mode != "never", f);
}

const Register<Check> registered{{.name = "memory/thp",
                                  .about = "Transparent huge pages",
                                  .why = "Without huge pages large host buffers cost more address "
                                         "translation: copies and kernels slow down.",
                                  .run = thp}};

}  // namespace
}  // namespace gpuproof
