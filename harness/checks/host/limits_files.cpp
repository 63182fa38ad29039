// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// RLIMIT_NOFILE of this process.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void limits_files(CheckContext& c) {
  const auto& limit = c.now.limits.open_files;
  if (!c.readable(limit, c.machine())) return;
  const bool many = nvidia_gpus(c.now).size() > 1;
  const std::uint64_t needed = many ? 4096 : 1024;
  c.advise(c.machine(), *limit >= needed,
           {.observed = std::to_string(*limit),
            .expected = "at least " + std::to_string(needed),
            .remedy = "raise nofile in /etc/security/limits.d, or LimitNOFILE of the service",
            .who = Who::admin});
}

const Register<Check> registered{{.name = "host/limits_files",
                                  .about = "Files that a process may open",
                                  .why = "Each pair of GPUs and each data loader holds several; at "
                                         "the limit jobs fail at their start.",
                                  .run = limits_files}};

}  // namespace
}  // namespace gpuproof
