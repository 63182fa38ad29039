// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether the NVIDIA driver works: module, libraries and device files present and of one version.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/gpu/driver_state.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

// A GPU that another driver, or none, holds while NVIDIA's module is there.
bool binding_faults(CheckContext& c) {
  bool any = false;
  for (const auto& gpu : gpus_under_test(c)) {
    if (!gpu.device || gpu.device->driver.is_unreadable()) continue;
    const auto driver = gpu.device->driver.value_or("no driver");
    // A dead device has lost its driver with it: that is gpu/inventory.
    if (driver == "nvidia" || gpu.device->config_all_ones.is(true)) continue;
    any = true;
    c.error(gpu.subject,
            {.observed = "bound to " + driver,
             .expected = "bound to nvidia",
             .remedy = driver == "vfio-pci" ? "unbind vfio-pci, or leave this GPU out with --gpus"
                                            : "read the kernel log for why nvidia did not take it",
             .who = Who::admin,
             .evidence = log_lines_with(c.now, {"NVRM:"}),
             .labels = gpu.labels});
  }
  return any;
}

bool nodes_exist(const Snapshot& s) {
  const auto& nodes = s.software.nvidia_device_nodes;
  return nodes && std::any_of(nodes->begin(), nodes->end(),
                              [](const auto& node) { return node.ends_with("nvidiactl"); });
}

Finding versions(const Snapshot& s) {
  Finding f;
  f.observed = fmt::format("module {}, library {}", s.software.nvidia_module_version.value_or("?"),
                           driver_library_version(s).value_or("?"));
  if (s.software.nvidia_module_flavour)
    f.evidence.push_back(*s.software.nvidia_module_flavour + " kernel module");
  if (s.gpu.nvml_result) f.evidence.push_back("NVML says " + *s.gpu.nvml_result);
  return f;
}

void judge_agreement(CheckContext& c) {
  const auto& s = c.now;
  auto f = versions(s);
  const auto library = driver_library_version(s);
  const bool nvml_works = s.gpu.nvml_result.is("NVML_SUCCESS");
  if (!nvml_works && library.is_absent()) {
    f.observed = "the driver's library libnvidia-ml.so.1 was not found";
    f.remedy =
        "install the driver's library package of the module's version, or name its folder "
        "with --library-path";
    f.who = Who::admin;
    return c.error(c.machine(), std::move(f));
  }
  if (!nvml_works && (!s.software.nvidia_module_version || !library)) {
    f.observed += "; they cannot be compared";
    return c.skip(SkipKind::not_observable, c.machine(), std::move(f));
  }
  if (!nvml_works && !s.platform.wsl.is(true) && !nodes_exist(s)) {
    f.observed += ", but no device files /dev/nvidia*";
    f.remedy = "start nvidia-persistenced at boot; else only root's first program creates them";
    f.who = Who::admin;
    return c.warn(c.machine(), std::move(f));
  }
  c.pass(c.machine(), std::move(f));
}

void driver(CheckContext& c) {
  if (!has_gpus(c)) return;
  if (const auto fault = driver_fault(c.now))
    return c.error(c.machine(), {.observed = fault->observed,
                                 .expected = "a driver that works",
                                 .cause = fault->cause,
                                 .remedy = fault->remedy,
                                 .who = fault->who,
                                 .evidence = fault->evidence});
  if (!nvidia_module_loaded(c.now) && !c.now.platform.wsl.is(true))
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "whether the NVIDIA module is loaded cannot be read: " +
                               c.now.software.nvidia_module_version.why()});
  if (!binding_faults(c)) judge_agreement(c);
}

const Register<Check> registered{{.name = "gpu/driver",
                                  .about = "NVIDIA driver",
                                  .why = "Without a working driver nothing can be said of the "
                                         "GPUs: no figure, and no health either.",
                                  .run = driver}};

}  // namespace
}  // namespace gpuproof
