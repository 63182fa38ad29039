// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Contract of a benchmark: bench/<family>/<name>.cpp registers one. A benchmark sees one small
// context for its kind, reports its metrics, and verifies its result.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/base/registry.h"
#include "harness/record/metric.h"

namespace gpuproof {

class HostBench;     // measure/host_bench.h
class StorageBench;  // measure/storage_bench.h
class GpuBench;      // gpu_measure/gpu_bench.h

struct Benchmark {
  std::string name;  // family/name; also the name of its first metric
  std::string about;
  std::vector<MetricSpec> metrics;
  std::vector<std::string> labels;  // every label a result of it carries
  // What makes one plan item each: e.g. {"dtype", {"fp32", "fp64"}}; the planner forms the product.
  std::vector<std::pair<std::string, std::vector<std::string>>> variants;
  std::variant<void (*)(HostBench&), void (*)(StorageBench&), void (*)(GpuBench&)> run;
  double quick_s = 5, standard_s = 60, full_s = 60;  // sampling budget of one variant
  // Work outside the budget (allocation, verification, test file), for the estimate.
  double overhead_s = 1;
  bool also_alone = false;  // standard measures it on each GPU alone too, not only on all at once
};

}  // namespace gpuproof
