// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The GPUs that a run measures, and the order in which each suite takes them.
#pragma once

#include <string>
#include <vector>

#include "harness/run/plan.h"

namespace gpuproof {

struct PlannedGpu {
  std::string index;  // in PCI order, as in the label gpu
  std::string address, uuid;
};

// Those that were chosen and that the driver can open, in PCI order.
std::vector<PlannedGpu> gpus_to_measure(const PlanInput&);

// Alone: one after the other. Together: all at once, each in a worker of its own. A single GPU is
// always alone.
struct GpuModes {
  bool alone = false, together = false;
};
GpuModes gpu_modes(const Benchmark&, Suite, std::size_t gpus);

}  // namespace gpuproof
