// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What of a GPU changes while programs run. The driver fake writes it, NVML reads it, and all
// processes of the virtual machine see the same.
#pragma once

#include <cstdint>
#include <optional>

#include "tests/vgpu/scenario/condition.h"

namespace gpuproof::vgpu {

struct LiveGpu {
  Moment moment;
  double busy_s = 0;  // sum of all work until now
  // Joules since virtual time began: idle all along, and under load while it worked.
  double energy_j(const Power& power) const {
    return power.idle_w * moment.seconds + (power.load() - power.idle_w) * busy_s;
  }
};

LiveGpu live_gpu(int index);
// Nominal, of all processes of this virtual machine that are there.
std::uint64_t held_bytes(int gpu);

// Counts one launch; returns how many came before.
std::uint64_t count_launch(int gpu);
// Work from one virtual moment to a later one.
void note_work(int gpu, std::int64_t from_ns, std::int64_t to_ns);
// Of this process; given back when it ends, however it ends.
void hold_memory(int gpu, std::int64_t more_bytes);
// Counts one call of the function that the fault with this place in the scenario names; returns how
// many came before.
std::uint64_t count_call(std::size_t fault);
// Counts one strike of the fault; false where it did so already as often as it may.
bool strike(std::size_t fault, std::optional<std::uint64_t> times);

}  // namespace gpuproof::vgpu
