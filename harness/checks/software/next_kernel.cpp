// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether the NVIDIA module is built for the kernel that the next boot will start.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void next_kernel(CheckContext& c) {
  const auto& newest = c.now.kernel.newest_installed;
  const auto& built = c.now.software.nvidia_module_kernels;
  if (nvidia_gpus(c.now).empty()) return;
  if (!c.readable(newest, c.machine(),
                  "no kernel is installed here (a container, or a live image)"))
    return;
  if (!c.readable(built, c.machine(), "no NVIDIA module is installed")) return;
  Finding f{.observed = "newest kernel " + *newest,
            .expected = "an NVIDIA module for it",
            .who = Who::admin};
  if (built->empty())
    return c.skip(SkipKind::not_applicable, c.machine(),
                  {.observed = "no NVIDIA module is installed"});
  f.evidence.push_back("modules for " + join(*built, ", "));
  if (c.now.kernel.release) f.evidence.push_back("running kernel " + *c.now.kernel.release);
  if (std::find(built->begin(), built->end(), *newest) != built->end())
    return c.pass(c.machine(), std::move(f));
  f.observed += " has no NVIDIA module: after the next reboot the GPUs are gone";
  f.remedy =
      fmt::format("install the headers of {} and run dkms autoinstall -k {}", *newest, *newest);
  if (c.now.software.dkms_nvidia.is(false))
    f.remedy = "install the module package of that kernel, or the DKMS package of the driver";
  c.warn(c.machine(), std::move(f));
}

const Register<Check> registered{{.name = "software/next_kernel",
                                  .about = "NVIDIA module for the next boot",
                                  .why = "An automatic kernel upgrade without its module takes the "
                                         "GPUs away at the next reboot, not before.",
                                  .run = next_kernel}};

}  // namespace
}  // namespace gpuproof
