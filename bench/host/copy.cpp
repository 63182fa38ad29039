// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Sustained copy rate of main memory, a = b: a STREAM variant with non-temporal stores.
#include "harness/measure/host_bench.h"
#include "kernels/host/dispatch.h"

namespace gpuproof {
namespace {

std::uint64_t word(std::size_t i) {
  const std::uint64_t mixed = (i + 1) * 0x9E3779B97F4A7C15u;
  return mixed ^ mixed >> 32;
}

void copy(HostBench& bench) {
  const auto& kernels = kernels::stream_kernels();
  const auto n = bench.elements_beyond_cache<std::uint64_t>(2);
  const auto stale = [](std::size_t) { return poison<std::uint64_t>(); };
  const auto to = bench.array<std::uint64_t>(n, stale);
  const auto from = bench.array<std::uint64_t>(n, word);
  const auto part = [&](std::size_t thread) {
    const auto [first, count] = bench.slice(n, thread);
    kernels.copy(to.data() + first, from.data() + first, count);
  };
  bench.method("instruction_set", std::string(kernels::set_name(kernels.set)));
  bench.method("stores", kernels.stores);
  const auto samples = bench.time(part);

  bench.fill(to, stale);
  bench.run(part);
  bench.verify(to, word, "every word of the copy");
  bench.report("host/copy", 16.0 * static_cast<double>(n) / 1e9, samples.seconds);
}

const Register<Benchmark> registered{
    {.name = "host/copy",
     .about = "rate at which all cores copy main memory, reads and writes counted",
     .metrics = {{"host/copy", "GB/s", Better::higher, "2N", "bytes read and written"}},
     .run = copy,
     .quick_s = 0.6,
     .standard_s = 7,
     .full_s = 7}};

}  // namespace
}  // namespace gpuproof
