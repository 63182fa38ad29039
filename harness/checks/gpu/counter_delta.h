// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a cumulative counter of a GPU grew by since the snapshot before.
#pragma once

#include <cstdint>

#include "harness/checks/check.h"

namespace gpuproof {

// The same GPU, by UUID, in the snapshot before.
const GpuDevice* gpu_before(const CheckContext&, const GpuDevice&);

struct CounterDelta {
  std::uint64_t grown = 0;    // since before; without a before value the counter itself
  bool known = false;         // the counter can be read
  bool since_before = false;  // a before value was there
  bool fell = false;          // it was cleared in between
};
CounterDelta counter_delta(const Fact<std::uint64_t>& now, const Fact<std::uint64_t>* before);

}  // namespace gpuproof
