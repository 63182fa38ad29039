// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Sustained rate of main memory for a = b + s*c: a STREAM variant with non-temporal stores.
#include "harness/measure/host_bench.h"
#include "kernels/host/dispatch.h"

namespace gpuproof {
namespace {

// Small whole numbers: a fused and an unfused triad give the same bits.
double b_at(std::size_t i) { return static_cast<double>((i * 0x9E3779B9u >> 8) & 0xFFFFF); }
double c_at(std::size_t i) { return static_cast<double>((i * 0x85EBCA6Bu >> 8) & 0xFFFFF); }
constexpr double s = 3;

void triad(HostBench& bench) {
  const auto& kernels = kernels::stream_kernels();
  const auto n = bench.elements_beyond_cache<double>(3);
  const auto stale = [](std::size_t) { return poison<double>(); };
  const auto a = bench.array<double>(n, stale);
  const auto b = bench.array<double>(n, b_at), c = bench.array<double>(n, c_at);
  const auto part = [&](std::size_t thread) {
    const auto [first, count] = bench.slice(n, thread);
    kernels.triad(a.data() + first, b.data() + first, c.data() + first, s, count);
  };
  bench.method("instruction_set", std::string(kernels::set_name(kernels.set)));
  bench.method("stores", kernels.stores);
  const auto samples = bench.time(part);

  bench.fill(a, stale);
  bench.run(part);
  bench.verify(
      a, [](std::size_t i) { return b_at(i) + s * c_at(i); }, "every element of a");
  bench.report("host/triad", 24.0 * static_cast<double>(n) / 1e9, samples.seconds);
}

const Register<Benchmark> registered{
    {.name = "host/triad",
     .about = "rate of main memory for a = b + s*c on all cores, a STREAM variant",
     .metrics = {{"host/triad", "GB/s", Better::higher, "3N", "bytes read and written"}},
     .run = triad,
     .quick_s = 0.6,
     .standard_s = 7,
     .full_s = 7}};

}  // namespace
}  // namespace gpuproof
