// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Latency of main memory: a random single-cycle pointer chase on one core, far beyond the caches.
#include <algorithm>

#include "harness/measure/host_bench.h"
#include "harness/measure/random_cycle.h"
#include "kernels/host/chase.h"

namespace gpuproof {
namespace {

struct alignas(64) Line {
  const Line* next;
  std::uint64_t unused[7];
};

// About 20 ms at 100 ns a step; fewer for a small budget.
std::uint64_t steps_for(double budget_s) {
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(budget_s / 25 / 100e-9), 10000,
                                   200000);
}

// The core that chases is thread 0; pages must lie on its node, so its neighbours make the ring.
struct Ring {
  explicit Ring(HostBench& bench)
      : lines(bench.local_array<Line>(bench.elements_beyond_cache<Line>(1))), order(lines.size()) {
    bench.run_near_first([this](std::size_t part, std::size_t parts) {
      const auto [first, count] = slice_of(lines.size(), part, parts);
      for (auto p = first; p < first + count; ++p) line(p).next = &line(p + 1);
    });
  }
  Line& line(std::uint64_t position) const { return lines[order.at(position)]; }

  HostArray<Line> lines;
  RandomCycle order;
};

// Links in the order of the chase: those touched longest ago come first, so no cache has them.
void latency(HostBench& bench) {
  const Ring ring(bench);
  const auto steps = steps_for(bench.budget_s());
  const Line* at = &ring.line(0);
  std::uint64_t walked = 0;
  bench.method("line", "64 bytes");
  const auto samples = bench.time([&](std::size_t thread) {
    if (thread != 0) return;
    at = static_cast<const Line*>(kernels::chase(at, steps));
    walked += steps;
  });

  DataComparison arrival;
  arrival.values = walked;
  if (at != &ring.line(walked))
    arrival.miss(walked, value_text(ring.order.at(walked)),
                 value_text(static_cast<std::uint64_t>(at - ring.lines.data())));
  bench.session().verified(arrival.integrity("line reached after all steps"));
  std::vector<double> nanoseconds;
  for (const double s : samples.seconds)
    nanoseconds.push_back(s * 1e9 / static_cast<double>(steps));
  bench.session().report("host/latency", std::move(nanoseconds));
}

const Register<Benchmark> registered{
    {.name = "host/latency",
     .about = "time of one dependent load from main memory, local NUMA node",
     .metrics = {{"host/latency", "ns", Better::lower, "per load", "one dependent load"}},
     .run = latency,
     .quick_s = 0.6,
     .standard_s = 7,
     .full_s = 7}};

}  // namespace
}  // namespace gpuproof
