// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Short spans, the fastest counts: whatever interrupts a span can only make it longer.
#include "harness/measure/core_clock.h"

#include <algorithm>
#include <vector>

#include "harness/base/error.h"
#include "kernels/host/clock_chain.h"

namespace gpuproof {
namespace {

constexpr std::uint64_t blocks = 16000;  // about a third of a millisecond
constexpr int spans = 12;

double fastest_hz(const Clock& clock) {
  constexpr std::uint64_t additions = blocks * kernels::clock_chain_block, step = 3;
  double best = 0;
  for (int i = 0; i < spans; ++i) {
    const auto start = clock.raw();
    const auto sum = kernels::clock_chain(blocks, step);
    const double span = seconds(clock.raw() - start);
    if (sum != additions * step) throw Mismatch("a core added integers wrongly: replace the CPU");
    if (span > 0) best = std::max(best, static_cast<double>(additions) / span);
  }
  return best;
}

}  // namespace

void CoreClocks::keep_fastest(const CoreClocks& other) {
  sum_hz = std::max(sum_hz, other.sum_hz);
  slowest_hz = std::max(slowest_hz, other.slowest_hz);
  fastest_hz = std::max(fastest_hz, other.fastest_hz);
}

CoreClocks core_clocks(ThreadTeam& team, const Clock& clock) {
  std::vector<double> hz(team.size());
  team.run([&](std::size_t thread) { hz[thread] = fastest_hz(clock); });
  CoreClocks clocks{.slowest_hz = hz.front()};
  for (const double one : hz) {
    clocks.sum_hz += one;
    clocks.slowest_hz = std::min(clocks.slowest_hz, one);
    clocks.fastest_hz = std::max(clocks.fastest_hz, one);
  }
  return clocks;
}

}  // namespace gpuproof
