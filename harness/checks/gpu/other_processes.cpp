// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Processes of others on the GPUs under test, before the measurement.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

constexpr double memory_share = 0.10, utilization_pct = 5;

bool is_ours(const CheckContext& c, std::uint64_t pid) {
  return c.input.window &&
         std::count(c.input.window->own_pids.begin(), c.input.window->own_pids.end(), pid) > 0;
}

std::vector<GpuProcess> foreign(const CheckContext& c, const GpuDevice& gpu) {
  std::vector<GpuProcess> found;
  for (const auto& process : *gpu.processes)
    if (!is_ours(c, process.pid)) found.push_back(process);
  return found;
}

// A desktop that is at rest: graphics only, little memory, little work.
bool is_light(const GpuDevice& gpu, const std::vector<GpuProcess>& processes) {
  double memory = 0;
  for (const auto& process : processes) {
    if (process.kind != "graphics" || !process.memory_bytes) return false;
    memory += static_cast<double>(*process.memory_bytes);
  }
  if (!gpu.memory_bytes || memory > memory_share * static_cast<double>(*gpu.memory_bytes))
    return false;
  return std::none_of(gpu.samples.begin(), gpu.samples.end(), [](const auto& sample) {
    return sample.when == "idle" && sample.utilization_pct.value_or(0) > utilization_pct;
  });
}

std::string memory_text(const GpuProcess& process) {
  if (!process.memory_bytes) return "memory unknown";
  return fmt::format("{} MiB", *process.memory_bytes >> 20);
}

void judge(CheckContext& c, const GpuView& gpu) {
  const auto& listed = gpu.facts->processes;
  if (!c.readable(listed, gpu.subject, "processes are not listed here", gpu.labels)) return;
  const auto others = foreign(c, *gpu.facts);
  Finding f{.observed = others.empty() ? "none" : fmt::format("{} processes", others.size()),
            .expected = "none",
            .remedy = "end them, or test when the machine is free",
            .who = Who::user,
            .labels = gpu.labels};
  for (const auto& process : others)
    if (f.evidence.size() < 5)
      f.evidence.push_back(fmt::format("{} {} (pid {}), {}", process.kind, process.name,
                                       process.pid, memory_text(process)));
  if (others.empty()) {
    f.remedy.clear();
    return c.pass(gpu.subject, std::move(f));
  }
  if (is_light(*gpu.facts, others)) return c.warn(gpu.subject, std::move(f));
  f.cause = "other work on this GPU disturbs what is measured there";
  c.inconclusive(gpu.subject, std::move(f));
}

void other_processes(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/other_processes",
                                  .about = "Other processes on the GPU",
                                  .why = "Work of others takes clocks, memory and bandwidth from "
                                         "the measurement.",
                                  .run = other_processes}};

}  // namespace
}  // namespace gpuproof
