// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// NVLink fabric: the fabric manager runs in the driver's version, and every GPU has joined.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/gpu/driver_state.h"
#include "harness/checks/gpu/fabric_state.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

bool manager_is_wrong(CheckContext& c) {
  const auto& s = c.now.software;
  const auto& manager = s.fabric_manager_version;
  const auto& module = s.nvidia_module_version;
  if (manager && module && compare_versions(*manager, *module) == VersionMatch::differ) {
    c.fail(c.machine(),
           {.observed = fmt::format("fabric manager {}, driver {}", *manager, *module),
            .expected = "one version",
            .cause = "fabric manager " + *manager + " does not match driver " + *module,
            .remedy = "install the fabric manager of the driver's version, reboot",
            .who = Who::admin});
    return true;
  }
  // Inside a container the manager runs on the host.
  if (!s.fabric_manager_running.is(false) || c.now.platform.container) return false;
  c.fail(c.machine(), {.observed = "the fabric manager does not run",
                       .expected = "nvidia-fabricmanager runs",
                       .remedy = "systemctl enable --now nvidia-fabricmanager",
                       .who = Who::admin});
  return true;
}

void judge(CheckContext& c, const GpuView& gpu) {
  const auto state = lower(*gpu.facts->fabric_state);
  Finding f{.observed = "fabric state " + *gpu.facts->fabric_state,
            .expected = "completed",
            .labels = gpu.labels};
  if (contains(state, "complete")) return c.pass(gpu.subject, std::move(f));
  f.cause =
      "even a single GPU needs the fabric to complete before CUDA starts; the infrastructure "
      "side is at fault";
  f.remedy = "repair the fabric manager or the partition on the host";
  f.who = Who::admin;
  if (c.now.gpu.cuda_result) f.evidence.push_back("CUDA says " + *c.now.gpu.cuda_result);
  c.fail(gpu.subject, std::move(f));
}

void fabric(CheckContext& c) {
  if (gpu_presence(c) != GpuPresence::some || !has_fabric(c.now)) return;
  if (manager_is_wrong(c)) return;
  for (const auto& gpu : gpus_under_test(c))
    if (gpu.facts && gpu.facts->fabric_state) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/fabric",
                                  .about = "NVLink fabric",
                                  .why =
                                      "Until the fabric is ready no CUDA program starts on these "
                                      "GPUs.",
                                  .run = fabric}};

}  // namespace
}  // namespace gpuproof
