// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What took processor time from a measurement: the hypervisor, other processes, a CPU quota.
#pragma once

#include <filesystem>
#include <optional>

#include "harness/base/clock.h"
#include "harness/record/bench_record.h"

namespace gpuproof {

// Ticks since boot of all CPUs, and of this process. Absent where the kernel does not tell.
struct ProcessorTime {
  std::optional<double> busy, steal, own;
  Nanoseconds at = 0;  // raw clock
};
ProcessorTime processor_time(const Clock&, const std::filesystem::path& root = "/");

// CPUs' worth of time between the two; a counter that ran backwards is absent.
struct HostNoise {
  std::optional<double> stolen, others;
};
HostNoise noise_between(const ProcessorTime& before, const ProcessorTime& after);

// Conditions always; a disturbance where more than 2 % of `threads` CPUs was stolen, or more than
// 5 % used by others.
void note_noise(BenchRecord&, const HostNoise&, std::size_t threads);

}  // namespace gpuproof
