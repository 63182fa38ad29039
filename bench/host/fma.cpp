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
  auto clocks = core_clocks(bench.team());
  const auto samples = bench.time([&](std::size_t thread) { probe(thread); });
  clocks.keep_fastest(core_clocks(bench.team()));

  probe.verify();
  auto& rate = bench.report("host/fma", probe.flop() / 1e9, samples.seconds);
  bench.condition("core_clock",
                  fmt::format("{:.3f} GHz by dependent additions", clocks.fastest_hz / 1e9));
  if (const auto bound = probe.bound(clocks)) {
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
