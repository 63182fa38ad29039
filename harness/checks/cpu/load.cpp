// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Load average before the start, and time that the hypervisor took.
#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "harness/checks/check.h"

namespace gpuproof {
namespace {

// Share of processor time that the hypervisor took between two snapshots; nothing where unknown.
std::optional<double> stolen_share(const Snapshot* before, const Snapshot& now) {
  if (!before || !before->cpu.steal_ticks || !now.cpu.steal_ticks || !now.cpu.cpus) return {};
  const double elapsed_s = (now.header.boottime_us - before->header.boottime_us) / 1e6;
  if (!(elapsed_s > 0) || *now.cpu.steal_ticks < *before->cpu.steal_ticks) return {};
  const double stolen_s = (*now.cpu.steal_ticks - *before->cpu.steal_ticks) / 100.0;  // 10 ms each
  return stolen_s / (elapsed_s * static_cast<double>(now.cpu.cpus->size()));
}

void load(CheckContext& c) {
  const auto& rest = c.at_rest();
  if (!c.readable(rest.cpu.load_1min, c.machine())) return;
  Finding f{.observed = fmt::format("{:.2f}", *rest.cpu.load_1min), .who = Who::user};
  const double threads = rest.cpu.cpus ? static_cast<double>(rest.cpu.cpus->size()) : 1;
  const double limit = std::max(0.5, 0.1 * threads);
  f.expected = fmt::format("at most {:.1f} on {:.0f} processors", limit, threads);
  f.remedy = "end other work before measuring";
  const auto stolen = stolen_share(c.input.before, c.now);
  if (stolen) f.evidence.push_back(fmt::format("{:.1f} % taken by the hypervisor", 100 * *stolen));
  const bool robbed = stolen && *stolen > 0.01;
  if (robbed) f.cause = "the hypervisor gave processor time to other guests";
  c.advise(c.machine(), *rest.cpu.load_1min <= limit && !robbed, f);
}

const Register<Check> registered{
    {.name = "cpu/load",
     .about = "Load before the start",
     .why = "Other work takes processor time and memory bandwidth from what is measured.",
     .run = load}};

}  // namespace
}  // namespace gpuproof
