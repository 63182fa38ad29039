// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// GPU memory, reading only: N bytes of an array beyond the L2.
#include "harness/gpu_measure/device_check.h"
#include "harness/gpu_measure/grid_choice.h"
#include "kernels/stream.h"

namespace gpuproof {
namespace {

constexpr std::uint64_t seed = 0x7265'6164;

void read(GpuBench& bench) {
  const auto size = bench.beyond_cache(1, KiB);
  const DeviceBuffer data(bench.context(), size.executed);
  DeviceBuffer sum(bench.context(), sizeof(std::uint64_t));
  DeviceCheck check(bench);
  check.fill_words(data, seed);

  const KernelRef<stream_read_sig> kernel(bench.gpu().module("stream"), "stream_read");
  const auto run = [&](const Grid& grid) {
    kernel(bench.stream(), grid, data.as<uint4>(), data.bytes() / 16, sum.as<unsigned long long>());
  };
  const auto grid = choose_grid(bench, run);
  const auto samples = bench.time([&] { run(grid); });
  bench.report("memory/read", static_cast<double>(size.nominal) * 1e-9, samples.seconds);

  sum.fill(0, bench.stream());
  run(grid);
  std::uint64_t found = 0;
  sum.download(&found, sizeof found, bench.stream());
  bench.stream().synchronize();
  check.expect_sum(found, data.bytes(), seed);
}

const Register<Benchmark> registered{
    {.name = "memory/read",
     .about = "reading GPU memory with all multiprocessors",
     .metrics = {{"memory/read", "GB/s", Better::higher, "N", "bytes read from GPU memory"}},
     .labels = {"gpu", "mode"},
     .run = read,
     .quick_s = 0.5,
     .standard_s = 2,
     .full_s = 5,
     .overhead_s = 1,
     .also_alone = true}};

}  // namespace
}  // namespace gpuproof
