// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "harness/checks/check.h"
#include "harness/measure/bench_kind.h"
#include "harness/run/gpu_metrics.h"
#include "harness/run/plan_gpus.h"
#include "harness/run/plan_steps.h"

namespace gpuproof {
namespace {

bool has_benchmark(const PlanInput& in, std::string_view metric) {
  return std::any_of(in.benchmarks.begin(), in.benchmarks.end(), [&](const Benchmark* benchmark) {
    return std::any_of(benchmark->metrics.begin(), benchmark->metrics.end(),
                       [&](const MetricSpec& spec) { return spec.name == metric; });
  });
}

bool has_gpu_benchmarks(const PlanInput& in) {
  return std::any_of(in.benchmarks.begin(), in.benchmarks.end(),
                     [](const Benchmark* b) { return bench_kind_name(*b) == "gpu"; });
}

// Why GPUs that are there cannot be measured.
std::string hindrance(const PlanInput& in, const GpuMetric& metric) {
  if (!has_gpu_benchmarks(in)) return "this build has no CUDA";
  if (!has_benchmark(in, metric.name)) return "not built in";
  if (!in.snapshot.gpu.devices) return "the NVIDIA driver does not answer: see gpu/driver";
  if (in.snapshot.gpu.devices->empty()) return "the NVIDIA driver shows no GPU: see gpu/driver";
  return "no GPU under test can be opened: see gpu/inventory";
}

std::size_t gpus_under_test(const PlanInput& in) {
  if (!in.request.gpus.empty()) return in.request.gpus.size();
  const auto on_bus = nvidia_gpus(in.snapshot).size();
  const auto by_driver = in.snapshot.gpu.devices ? in.snapshot.gpu.devices->size() : 0;
  return std::max(on_bus, by_driver);
}

PlanSkip gap(const PlanInput& in, const GpuMetric& metric) {
  const std::string key(metric.name);
  const auto gpus = gpus_under_test(in);
  if (gpus == 1 && metric.needs_peers)
    return {key, "not_applicable", "a single GPU has no other to talk to"};
  if (gpus > 0) return {key, "unavailable", hindrance(in, metric)};
  const auto& devices = in.snapshot.pci.devices;
  if (!devices)
    return {key, "not_observable",
            "whether there are NVIDIA GPUs is unknown, as the PCI bus cannot be read" +
                (devices.is_unreadable() ? ": " + devices.why() : std::string())};
  return {key, "not_applicable", "this machine has no NVIDIA GPU"};
}

}  // namespace

PlannedGaps plan_gpu_gaps(const PlanInput& in) {
  PlannedGaps gaps;
  const bool measurable = !gpus_to_measure(in).empty();
  for (const auto& metric : gpu_metrics()) {
    if (measurable && has_benchmark(in, metric.name)) continue;
    if (metric.from > in.request.suite)
      gaps.not_in_suite.emplace_back(metric.name);
    else
      gaps.skips.push_back(gap(in, metric));
  }
  return gaps;
}

}  // namespace gpuproof
