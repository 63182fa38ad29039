// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Mode of the IOMMU, which decides how copies between devices travel.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

enum class Mode { off, passthrough, translating, unknown };

bool asks_for_passthrough(const std::string& command_line) {
  const auto options = words(command_line);
  return std::any_of(options.begin(), options.end(), [](auto option) {
    return option == "iommu=pt" || option == "iommu.passthrough=1";
  });
}

Mode mode_of(const KernelFacts& kernel) {
  if (kernel.iommu_groups.is(0)) return Mode::off;
  if (kernel.iommu_default_domain)
    return *kernel.iommu_default_domain == "identity" ? Mode::passthrough : Mode::translating;
  if (kernel.command_line && asks_for_passthrough(*kernel.command_line)) return Mode::passthrough;
  return Mode::unknown;
}

std::string word(Mode mode) {
  return mode == Mode::off           ? "off"
         : mode == Mode::passthrough ? "passthrough"
         : mode == Mode::translating ? "translating"
                                     : "on, mode not told";
}

void iommu(CheckContext& c) {
  const auto& kernel = c.now.kernel;
  if (!c.readable(kernel.iommu_groups, c.machine())) return;
  const auto mode = mode_of(kernel);
  Finding f{.observed = word(mode),
            .expected = "off or passthrough on bare metal with several GPUs",
            .remedy = "add iommu=pt to the kernel command line",
            .who = Who::admin};
  f.evidence.push_back(fmt::format("{} groups", *kernel.iommu_groups));
  if (kernel.iommu_default_domain)
    f.evidence.push_back("domain of the groups: " + *kernel.iommu_default_domain);
  if (c.judge_setting(c.machine(), f.observed, f)) return;
  if (mode == Mode::unknown)
    return c.skip(SkipKind::not_observable, c.machine(), {.observed = f.observed});
  const bool asked = kernel.command_line && asks_for_passthrough(*kernel.command_line);
  if (mode == Mode::translating && asked) f.cause = "iommu=pt is asked for but not in effect";
  const bool peers = nvidia_gpus(c.now).size() > 1;
  // In a guest the host's setting decides, and the guest cannot see it.
  const bool good = mode != Mode::translating || (!peers && !asked) || c.is_virtual();
  c.advise(c.machine(), good, f);
}

const Register<Check> registered{{.name = "host/iommu",
                                  .about = "Address translation for devices (IOMMU)",
                                  .why = "Translation sends copies between GPUs through the "
                                         "processor and slows them, or breaks them.",
                                  .run = iommu}};

}  // namespace
}  // namespace gpuproof
