// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whatever interrupts a piece can only make it longer, so the fastest one bounds the clock.
#include "harness/measure/core_clock.h"

#include <algorithm>
#include <numeric>

#include "harness/base/error.h"
#include "harness/measure/statistics.h"
#include "kernels/host/clock_chain.h"

namespace gpuproof {
namespace {

constexpr int pieces = 8;
constexpr std::uint64_t blocks = 1500, step = 3;  // about 40 us
constexpr std::uint64_t additions = blocks * kernels::clock_chain_block;

}  // namespace

ClockProbe::ClockProbe(ThreadTeam& team, const Clock& clock)
    : team_(team), clock_(clock), fastest_(team.size()), loaded_(team.size()) {}

void ClockProbe::add_on(std::size_t thread, const ThreadTeam::Job& load) {
  for (int i = 0; i < pieces; ++i) {
    if (load) load(thread);
    const auto start = clock_.raw();
    const auto sum = kernels::clock_chain(blocks, step);
    const double span = seconds(clock_.raw() - start);
    if (sum != additions * step) throw Mismatch("a core added integers wrongly: replace the CPU");
    if (!(span > 0)) continue;
    fastest_[thread] = std::max(fastest_[thread], additions / span);
    if (load) loaded_[thread].push_back(additions / span);
  }
}

void ClockProbe::sample(const ThreadTeam::Job& load) {
  team_.run([&](std::size_t thread) { add_on(thread, load); });
}

double ClockProbe::fastest_sum_hz() const {
  return std::accumulate(fastest_.begin(), fastest_.end(), 0.0);
}

std::vector<double> ClockProbe::all_loaded() const {
  std::vector<double> all;
  for (const auto& hz : loaded_) all.insert(all.end(), hz.begin(), hz.end());
  return all;
}

double ClockProbe::fastest_loaded_hz() const { return quantile(all_loaded(), 1); }

double ClockProbe::median_loaded_hz() const { return median(all_loaded()); }

}  // namespace gpuproof
