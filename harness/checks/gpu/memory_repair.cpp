// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Repairs of the GPU that wait for a reset, and pages retired on GPUs before Ampere.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

// NVIDIA dynamic page retirement: at most 64 pages.
constexpr std::uint64_t page_limit = 64;

bool says_anything(const GpuDevice& g) {
  return g.retired_pages || g.channel_repair_pending || g.tpc_repair_pending ||
         g.unrepairable_memory;
}

void judge(CheckContext& c, const GpuView& gpu) {
  const auto& g = *gpu.facts;
  if (!says_anything(g)) {
    if (g.retired_pages.is_unreadable()) c.readable(g.retired_pages, gpu.subject, "", gpu.labels);
    return;
  }
  Finding f{
      .expected = "nothing retired, nothing pending", .who = Who::builder, .labels = gpu.labels};
  const auto pages = g.retired_pages.value_or(0);
  if (g.unrepairable_memory.is(true) || pages >= page_limit) {
    f.observed = pages >= page_limit ? fmt::format("{} pages retired, the limit", pages)
                                     : "memory that cannot be repaired";
    f.remedy = "replace the GPU";
    f.who = Who::vendor;
    return c.fail(gpu.subject, std::move(f));
  }
  std::vector<std::string> notes;
  if (g.channel_repair_pending.is(true))
    notes.push_back("a memory channel repair waits for a reset");
  if (g.tpc_repair_pending.is(true)) notes.push_back("a processor repair waits for a reset");
  if (pages > 0) notes.push_back(fmt::format("{} pages retired", pages));
  f.observed = notes.empty() ? "nothing to repair" : join(notes, "; ");
  if (notes.empty()) return c.pass(gpu.subject, std::move(f));
  f.remedy = "reset the GPU (nvidia-smi -r) or reboot, then run again";
  c.warn(gpu.subject, std::move(f));
}

void memory_repair(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/memory_repair",
                                  .about = "Repair state of the GPU memory",
                                  .why =
                                      "A repair that waits for a reset leaves the fault in place "
                                      "until then.",
                                  .run = memory_repair}};

}  // namespace
}  // namespace gpuproof
