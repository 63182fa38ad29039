// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The GPU metrics of the suites, for builds whose registry holds no benchmark of them.
#pragma once

#include <span>
#include <string_view>

#include "harness/run/plan_request.h"

namespace gpuproof {

struct GpuMetric {
  std::string_view name;
  Suite from;                // the smallest suite that tests it
  bool needs_peers = false;  // two GPUs at least
};

std::span<const GpuMetric> gpu_metrics();

}  // namespace gpuproof
