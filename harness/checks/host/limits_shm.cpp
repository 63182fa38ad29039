// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Size and free space of /dev/shm.
#include "harness/base/units.h"
#include "harness/checks/check.h"
#include "harness/checks/gpu/driver_state.h"

namespace gpuproof {
namespace {

void limits_shm(CheckContext& c) {
  const auto& limits = c.now.limits;
  if (!c.readable(limits.shm_total_bytes, c.machine(), "there is no /dev/shm")) return;
  const auto free = limits.shm_free_bytes.value_or(*limits.shm_total_bytes);
  Finding f{.observed = bytes_text(*limits.shm_total_bytes),
            .expected = "at least 1 GiB, most of it free",
            .remedy = c.now.platform.container
                          ? "start the container with --shm-size=1g or more, or --ipc=host"
                          : "enlarge /dev/shm (mount option size=) and delete stale segments",
            .who = Who::admin,
            .evidence = {"free: " + bytes_text(free)}};
  if (c.judge_setting(c.machine(), f.observed, f)) return;
  // Where a container keeps the GPUs away, no ring of them runs here: gpu/driver tells the cause.
  const auto fault = driver_fault(c.now);
  const bool withheld = fault && fault->withheld;
  // A ring of GPUs takes about 10 MB for each channel to a neighbour.
  const bool too_small = *limits.shm_total_bytes <= 64 * MiB || free < 64 * MiB;
  if (too_small && !withheld && nvidia_gpus(c.now).size() > 1) return c.fail(c.machine(), f);
  c.advise(c.machine(), *limits.shm_total_bytes >= GiB && free >= 512 * MiB, f);
}

const Register<Check> registered{
    {.name = "host/limits_shm",
     .about = "Shared memory (/dev/shm)",
     .why = "Collective libraries and data loaders exchange data there and die when it is full.",
     .run = limits_shm}};

}  // namespace
}  // namespace gpuproof
