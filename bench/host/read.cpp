// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Sustained read rate of main memory: the sum of an array far larger than the caches.
#include "harness/measure/host_bench.h"
#include "kernels/host/dispatch.h"

namespace gpuproof {
namespace {

std::uint64_t word(std::size_t i) {
  const std::uint64_t mixed = (i + 1) * 0x9E3779B97F4A7C15u;
  return mixed ^ mixed >> 32;
}

void read(HostBench& bench) {
  const auto& kernels = kernels::stream_kernels();
  const auto n = bench.elements_beyond_cache<std::uint64_t>(1);
  const auto from = bench.array<std::uint64_t>(n, word);
  std::vector<std::uint64_t> sums(bench.threads() * 8);  // a line for each thread
  const auto part = [&](std::size_t thread) {
    const auto [first, count] = bench.slice(n, thread);
    sums[thread * 8] = kernels.read(from.data() + first, count);
  };
  bench.method("instruction_set", std::string(kernels::set_name(kernels.set)));
  const auto samples = bench.time(part);

  DataComparison sum;
  std::mutex lock;
  std::fill(sums.begin(), sums.end(), poison<std::uint64_t>());
  bench.run(part);
  bench.run([&](std::size_t thread) {
    const auto [first, count] = bench.slice(n, thread);
    std::uint64_t right = 0;
    for (std::size_t i = first; i < first + count; ++i) right += word(i);
    const auto found = compare(&sums[thread * 8], 1, thread, [&](std::size_t) { return right; });
    const std::scoped_lock guard(lock);
    sum.add(found);
  });
  bench.session().verified(sum.integrity("sum of each thread, modulo 2^64"));
  bench.report("host/read", 8.0 * static_cast<double>(n) / 1e9, samples.seconds);
}

const Register<Benchmark> registered{
    {.name = "host/read",
     .about = "rate at which all cores read main memory",
     .metrics = {{"host/read", "GB/s", Better::higher, "1N", "bytes read"}},
     .run = read,
     .quick_s = 0.6,
     .standard_s = 7,
     .full_s = 7}};

}  // namespace
}  // namespace gpuproof
