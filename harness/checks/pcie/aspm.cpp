// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Power saving of PCIe links (ASPM): the kernel's policy and the links of the GPUs.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/pcie/endpoints.h"

namespace gpuproof {
namespace {

void aspm(CheckContext& c) {
  if (!bus_readable(c)) return;
  const auto gpus = gpu_ends(c);
  const auto& policy = c.now.pci.aspm_policy;
  if (policy.is_absent() && gpus.empty()) return;
  if (!c.readable(policy, c.machine(), "the kernel has no say over ASPM here")) return;
  Finding f{.observed = "policy " + *policy,
            .expected = "performance or default",
            .remedy =
                "write performance to /sys/module/pcie_aspm/parameters/policy, or boot with "
                "pcie_aspm.policy=performance",
            .who = Who::admin};
  for (const auto& gpu : gpus)
    if (gpu.device && gpu.device->aspm)
      f.evidence.push_back(gpu.subject.text() + ": " + *gpu.device->aspm);
  if (c.judge_setting(c.machine(), *policy, f)) return;
  if (starts_with(*policy, "powersave") || starts_with(*policy, "powersupersave"))
    return c.warn(c.machine(), std::move(f));
  c.pass(c.machine(), std::move(f));
}

const Register<Check> registered{{.name = "pcie/aspm",
                                  .about = "Power saving of PCIe links (ASPM)",
                                  .why = "A link that sleeps takes microseconds to wake, and some "
                                         "boards report errors when it does.",
                                  .run = aspm}};

}  // namespace
}  // namespace gpuproof
