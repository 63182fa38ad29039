// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Peak multiply-add rate of all cores: register-resident, independent chains.
#include <fmt/core.h>

#include "harness/measure/fma_probe.h"
#include "kernels/host/dispatch.h"

namespace gpuproof {
namespace {

template <class T>
void fma(HostBench& bench) {
  FmaProbe<T> probe(bench);
  bench.method("instruction_set", std::string(kernels::set_name(probe.set())));
  ClockProbe clock(bench.team());
  clock.sample();
  int turn = 0;
  const auto rule = StopRule::for_budget(bench.budget_s());
  const auto samples = bench.time_span(rule, [&](std::uint64_t operations) {
    if (turn++ % 16 == 0) clock.sample([&](std::size_t thread) { probe.lead_in(thread); });
    double span = 0;
    for (; operations > 0; --operations) span += probe.timed();
    return span;
  });

  probe.verify();
  auto& rate = bench.report("host/fma", probe.flop() / 1e9, samples.seconds);
  const auto ghz = [](double hz) { return fmt::format("{:.4f}", hz / 1e9); };
  const auto threads = static_cast<double>(bench.threads());
  bench.condition("core_clock_ghz", ghz(clock.fastest_sum_hz() / threads));
  bench.condition("loaded_clock_ghz", ghz(clock.fastest_loaded_hz()));
  bench.condition("loaded_clock_median_ghz", ghz(clock.median_loaded_hz()));
  if (const auto bound = probe.bound(clock)) {
    rate.ceiling = 1.02 * *bound / 1e9;
    rate.ceiling_source = "two multiply-add units per core at the clock measured beside it, + 2 %";
  }
}

void fma_of_label(HostBench& bench) {
  bench.label("dtype") == "fp32" ? fma<float>(bench) : fma<double>(bench);
}

const Register<Benchmark> registered{
    {.name = "host/fma",
     .about = "multiply-add rate of all cores without memory",
     .metrics = {{"host/fma", "GFLOP/s", Better::higher, "2 per multiply-add",
                  "floating-point operations of all cores"}},
     .labels = {"dtype"},
     .variants = {{"dtype", {"fp32", "fp64"}}},
     .run = fma_of_label,
     .quick_s = 0.6,
     .standard_s = 7,
     .full_s = 7,
     .overhead_s = 0.3}};

}  // namespace
}  // namespace gpuproof
