// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// RLIMIT_MEMLOCK of this process.
#include "harness/base/units.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

constexpr std::uint64_t unlimited = ~std::uint64_t{0};

void limits_memlock(CheckContext& c) {
  const auto& limit = c.now.limits.memlock_bytes;
  if (!c.readable(limit, c.machine())) return;
  const bool rdma = c.now.network.rdma && !c.now.network.rdma->empty();
  const auto needed = rdma ? 16 * GiB : 8 * MiB;  // 8 MiB: the default of the kernel since 5.16
  c.advise(c.machine(), *limit >= needed,
           {.observed = *limit == unlimited ? "unlimited" : bytes_text(*limit),
            .expected = rdma ? "unlimited, as RDMA needs it" : "at least 8 MiB",
            .remedy = "set memlock in /etc/security/limits.d, or LimitMEMLOCK of the service",
            .who = Who::admin});
}

const Register<Check> registered{{.name = "host/limits_memlock",
                                  .about = "Memory that a process may lock",
                                  .why = "Network adapters that read memory directly need it "
                                         "locked; so do registered storage buffers.",
                                  .run = limits_memlock}};

}  // namespace
}  // namespace gpuproof
