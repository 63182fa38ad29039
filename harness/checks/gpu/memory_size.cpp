// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Memory size of each GPU, against the profile and its siblings.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/units.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

std::uint64_t largest_sibling(const std::vector<GpuView>& gpus, const std::string& model) {
  std::uint64_t largest = 0;
  for (const auto& gpu : gpus)
    if (gpu.facts->name == model) largest = std::max(largest, gpu.facts->memory_bytes.value_or(0));
  return largest;
}

void judge(CheckContext& c, const GpuView& gpu, const std::vector<GpuView>& all) {
  const auto& bytes = gpu.facts->memory_bytes;
  if (!c.readable(bytes, gpu.subject, "this GPU shares the memory of the system", gpu.labels))
    return;
  Finding f{.observed = bytes_text(*bytes), .who = Who::vendor, .labels = gpu.labels};
  f.remedy = "compare ECC and MIG with the others; if they are equal, have the GPU replaced";
  if (c.judge_setting(gpu.subject, std::to_string(*bytes / MiB), f)) return;
  const auto most = largest_sibling(all, gpu.facts->name);
  f.expected = bytes_text(most) + ", as its siblings have";
  // ECC and reserved regions take up to some percent on single cards.
  if (static_cast<double>(*bytes) < 0.9 * static_cast<double>(most))
    return c.fail(gpu.subject, std::move(f));
  f.remedy.clear();
  c.pass(gpu.subject, std::move(f));
}

void memory_size(CheckContext& c) {
  const auto gpus = described_gpus(c);
  for (const auto& gpu : gpus) judge(c, gpu, gpus);
}

const Register<Check> registered{{.name = "gpu/memory_size",
                                  .about = "Memory size of the GPU",
                                  .why = "A card that lost a memory channel works on with less.",
                                  .run = memory_size}};

}  // namespace
}  // namespace gpuproof
