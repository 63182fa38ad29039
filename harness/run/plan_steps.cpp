// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/plan_steps.h"

#include <algorithm>

#include "harness/measure/bench_kind.h"
#include "harness/measure/bench_session.h"
#include "harness/run/plan_gpus.h"

namespace gpuproof {
namespace {

double suite_budget_s(const Benchmark& benchmark, Suite suite) {
  switch (suite) {
    case Suite::quick:
      return benchmark.quick_s;
    case Suite::standard:
      return benchmark.standard_s;
    case Suite::full:
      break;
  }
  return benchmark.full_s;
}

bool carries(const Benchmark& benchmark, const std::string& label) {
  return std::find(benchmark.labels.begin(), benchmark.labels.end(), label) !=
         benchmark.labels.end();
}

PlanStep base_step(const PlanInput& in, const Benchmark& benchmark, Labels labels) {
  PlanStep step{.benchmark = benchmark.name, .labels = std::move(labels)};
  step.budget_s = suite_budget_s(benchmark, in.request.suite) * in.request.budget_scale;
  step.estimate_s = step.budget_s + benchmark.overhead_s;
  // A slow machine is a finding, not a hang: generous, and never below half a minute.
  step.deadline_s = 30 + 4 * step.estimate_s;
  step.options["suite"] = name_of(in.request.suite);
  if (!in.request.library_path.empty()) step.options["library_path"] = in.request.library_path;
  return step;
}

void promise(const Benchmark& benchmark, PlanStep& step) {
  step.promises = promised_keys(benchmark, step.labels);
}

// Full measures several drives alone and all at once; the label `mode` tells the two apart.
void add_storage(const PlanInput& in, const Benchmark& benchmark, const Labels& variant,
                 std::vector<PlanStep>& steps) {
  const auto& targets = in.request.storage;
  const bool twice =
      in.request.suite == Suite::full && targets.size() > 1 && carries(benchmark, "mode");
  for (const auto* mode : {"alone", "together"}) {
    for (const auto& target : targets) {
      auto step = base_step(in, benchmark, variant);
      step.options["target"] = target.path;
      step.options["run"] = in.run_id;
      if (in.request.keep_files) step.options["keep_files"] = "yes";
      if (carries(benchmark, "drive")) step.labels["drive"] = target.drive;
      if (carries(benchmark, "mode")) step.labels["mode"] = mode;
      if (mode == std::string("together"))
        step.group = Key{benchmark.name, variant}.text() + " together";
      promise(benchmark, step);
      steps.push_back(std::move(step));
    }
    if (!twice) return;
  }
}

void add_gpus(const PlanInput& in, const Benchmark& benchmark, const Labels& variant,
              const std::vector<PlannedGpu>& gpus, const std::string& mode,
              std::vector<PlanStep>& steps) {
  for (const auto& gpu : gpus) {
    auto step = base_step(in, benchmark, variant);
    step.options["gpu_uuid"] = gpu.uuid;
    step.options["gpu_address"] = gpu.address;
    step.labels["gpu"] = gpu.index;
    if (carries(benchmark, "mode")) step.labels["mode"] = mode;
    if (mode == "together") step.group = Key{benchmark.name, variant}.text() + " together";
    promise(benchmark, step);
    steps.push_back(std::move(step));
  }
}

void add_gpus(const PlanInput& in, const Benchmark& benchmark, const Labels& variant,
              const std::vector<PlannedGpu>& gpus, std::vector<PlanStep>& steps) {
  const auto modes = gpu_modes(benchmark, in.request.suite, gpus.size());
  if (modes.alone) add_gpus(in, benchmark, variant, gpus, "alone", steps);
  if (modes.together) add_gpus(in, benchmark, variant, gpus, "together", steps);
}

}  // namespace

PlannedSteps plan_steps(const PlanInput& in) {
  PlannedSteps planned;
  const auto gpus = gpus_to_measure(in);
  for (const auto* benchmark : in.benchmarks) {
    const auto kind = bench_kind_name(*benchmark);
    // This machine's clock and disks say nothing about a simulated one.
    const bool left_out = suite_budget_s(*benchmark, in.request.suite) <= 0 ||
                          (in.snapshot.header.simulated && kind != "gpu");
    if (left_out) {
      for (const auto& metric : benchmark->metrics) planned.not_in_suite.push_back(metric.name);
      continue;
    }
    for (const auto& variant : variant_labels(*benchmark)) {
      if (kind == "storage") {
        add_storage(in, *benchmark, variant, planned.steps);
        continue;
      }
      if (kind == "gpu") {
        add_gpus(in, *benchmark, variant, gpus, planned.steps);
        continue;
      }
      planned.steps.push_back(base_step(in, *benchmark, variant));
      promise(*benchmark, planned.steps.back());
    }
  }
  return planned;
}

}  // namespace gpuproof
