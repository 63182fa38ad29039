// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a GPU shows at one moment: its healthy facts, and the faults that have begun. NVML answers
// from it, and the cost model takes clock and link from it, so that both tell one story.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/vgpu/scenario/scenario.h"

namespace gpuproof::vgpu {

struct Moment {
  double seconds = 0;          // virtual, since the first process started
  std::uint64_t launches = 0;  // on this GPU so far
  bool busy = false;
};

struct Condition {
  bool lost = false;
  double sm_mhz = 0, memory_mhz = 0, power_w = 0, power_limit_w = 0, temperature_c = 0;
  std::uint64_t event_reasons = 0;
  int pcie_generation = 0, pcie_width = 0;
  double pcie_factor = 1;  // of the rate that generation and width give
  EccState ecc;            // meaningful where the GPU has ECC
  RowRemap remap;
  std::vector<std::uint64_t> xids;  // in the order of the faults
};

bool has_begun(const Fault&, const Moment&);
Condition condition_of(const Scenario&, int gpu, const Moment&);

// The bit of a clock event reason: gpu_idle, sw_power_cap, hw_slowdown, ... 0: unknown name.
std::uint64_t event_reason_bit(const std::string& name);

}  // namespace gpuproof::vgpu
