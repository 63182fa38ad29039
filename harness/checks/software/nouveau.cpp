// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The nouveau driver: whether it holds the GPUs, or may take them at the next boot.
#include "harness/checks/check.h"

#include <algorithm>

#include "harness/checks/gpu/driver_state.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

bool is_loaded(const Snapshot& s) {
  const auto gpus = nvidia_gpus(s);
  if (std::any_of(gpus.begin(), gpus.end(), [](auto* gpu) { return gpu->driver.is("nouveau"); }))
    return true;
  return s.software.modules &&
         std::any_of(s.software.modules->begin(), s.software.modules->end(),
                     [](const auto& module) { return module.name == "nouveau"; });
}

void nouveau(CheckContext& c) {
  if (nvidia_gpus(c.now).empty()) return;
  Finding f{.observed = "not loaded",
            .expected = "not loaded",
            .remedy = "blacklist nouveau in /etc/modprobe.d, rebuild the initramfs, reboot",
            .who = Who::admin};
  if (is_loaded(c.now)) {
    f.observed = "loaded";
    if (const auto fault = driver_fault(c.now)) f.cause = fault->cause;
    return c.warn(c.machine(), std::move(f));
  }
  if (!c.readable(c.now.software.modules, c.machine())) return;
  if (c.now.software.nouveau_blacklisted.is(false) && nvidia_module_loaded(c.now) == false) {
    f.observed = "not loaded, but free to load";
    return c.warn(c.machine(), std::move(f));
  }
  f.remedy.clear();
  c.pass(c.machine(), std::move(f));
}

const Register<Check> registered{{.name = "software/nouveau",
                                  .about = "The nouveau driver",
                                  .why = "Where nouveau takes the GPUs NVIDIA's driver cannot.",
                                  .run = nouveau}};

}  // namespace
}  // namespace gpuproof
