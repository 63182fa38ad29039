// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether programs can use each GPU: opened by NVML, seen by CUDA.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

// The same GPU in the snapshot before, by UUID or, where it has none now, by address.
bool worked_before(const CheckContext& c, const GpuDevice& gpu) {
  if (!c.input.before || !c.input.before->gpu.devices) return false;
  for (const auto& then : *c.input.before->gpu.devices)
    if ((then.uuid == gpu.uuid || then.pci_address == gpu.pci_address) && !then.open_error)
      return true;
  return false;
}

void report_unopened(CheckContext& c, const GpuView& gpu) {
  const auto& error = *gpu.facts->open_error;
  Finding f{.observed = "NVML cannot open it: " + error,
            .expected = "a GPU that opens",
            .cause = "the same incident as gpu/inventory",
            .remedy = "see gpu/inventory",
            .who = Who::builder,
            .labels = gpu.labels};
  const bool hidden = contains(error, "UNKNOWN") || contains(error, "NO_PERMISSION");
  if (!c.now.platform.container || !hidden) return c.fail(gpu.subject, std::move(f));
  f.cause =
      "an environment problem of this container, not a card fault, while the host reads the "
      "same GPU";
  f.remedy =
      "compare host and container before blaming hardware; restart the container with the "
      "GPU's devices";
  f.who = Who::admin;
  if (worked_before(c, *gpu.facts)) f.evidence.push_back("it was readable in the snapshot before");
  c.error(gpu.subject, std::move(f));
}

void judge(CheckContext& c, const GpuView& gpu) {
  if (gpu.facts->open_error) return report_unopened(c, gpu);
  const auto& order = c.now.gpu.cuda_order;
  Finding f{.observed = "opens", .labels = gpu.labels};
  if (order) {
    f.observed = "opens, and CUDA sees it";
    if (std::find(order->begin(), order->end(), gpu.address) == order->end()) {
      f.observed = "NVML opens it, but CUDA does not see it";
      f.expected = "a GPU that CUDA sees";
      f.cause = "CUDA_VISIBLE_DEVICES, MIG without instances, or the compute mode hides it";
      f.remedy = "check these three; then read the kernel log";
      f.who = Who::admin;
      return c.error(gpu.subject, std::move(f));
    }
  }
  c.pass(gpu.subject, std::move(f));
}

void usable(CheckContext& c) {
  if (gpu_presence(c) != GpuPresence::some || !c.now.gpu.devices) return;
  for (const auto& gpu : gpus_under_test(c))
    if (gpu.facts) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/usable",
                                  .about = "Use of the GPU by programs",
                                  .why = "A GPU that is listed but cannot be opened does no work.",
                                  .run = usable}};

}  // namespace
}  // namespace gpuproof
