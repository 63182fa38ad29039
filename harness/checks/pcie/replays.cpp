// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// PCIe replays that NVML counts: packets sent again because the link damaged them.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/gpu/counter_delta.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

// NVIDIA/DCGM dcgm pcie plugin, max_pcie_replays: 80 in one test.
constexpr double default_limit = 80;

void judge(CheckContext& c, const GpuView& gpu) {
  const auto& now = gpu.facts->pcie_replays;
  if (!c.readable(now, gpu.subject, "NVML does not count replays here", gpu.labels)) return;
  const auto* then = gpu_before(c, *gpu.facts);
  const bool have_before = then && then->pcie_replays;
  Finding f{.expected = "no more than the limit",
            .remedy = "check riser, slot and seating of this GPU; read pcie/aer",
            .who = Who::builder,
            .evidence = {fmt::format("counter {}", *now)},
            .labels = gpu.labels};
  if (have_before && *now < *then->pcie_replays) {
    f.observed =
        fmt::format("the counter fell from {} to {}: it was reset", *then->pcie_replays, *now);
    return c.inconclusive(gpu.subject, std::move(f));
  }
  const auto count = have_before ? *now - *then->pcie_replays : *now;
  const auto* wanted = c.setting();
  const double limit = wanted ? first_number(wanted->value).value_or(default_limit) : default_limit;
  f.observed = have_before ? fmt::format("{} replays since the snapshot before", count)
                           : fmt::format("{} replays since the driver was loaded", count);
  f.expected = fmt::format("at most {:.0f}", limit);
  if (static_cast<double>(count) <= limit) return c.pass(gpu.subject, std::move(f));
  f.cause = "signal integrity is marginal on the path of this GPU";
  c.warn(gpu.subject, std::move(f));
}

void replays(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "pcie/replays",
                                  .about = "PCIe replays",
                                  .why = "Packets sent again cost bandwidth and announce a link "
                                         "that will fail.",
                                  .run = replays}};

}  // namespace
}  // namespace gpuproof
