// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/gpu/counter_delta.h"

namespace gpuproof {

const GpuDevice* gpu_before(const CheckContext& c, const GpuDevice& gpu) {
  if (!c.input.before || !c.input.before->gpu.devices) return nullptr;
  for (const auto& then : *c.input.before->gpu.devices)
    if (then.uuid == gpu.uuid) return &then;
  return nullptr;
}

CounterDelta counter_delta(const Fact<std::uint64_t>& now, const Fact<std::uint64_t>* before) {
  CounterDelta delta;
  if (!now) return delta;
  delta.known = true;
  delta.grown = *now;
  if (!before || !*before) return delta;
  delta.since_before = true;
  delta.fell = *now < **before;
  // After it was cleared whatever it shows is new.
  delta.grown = delta.fell ? *now : *now - **before;
  return delta;
}

}  // namespace gpuproof
