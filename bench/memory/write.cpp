// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// GPU memory, writing only: N bytes of an array beyond the L2.
#include "harness/gpu_measure/device_check.h"
#include "harness/gpu_measure/grid_choice.h"
#include "kernels/stream.h"

namespace gpuproof {
namespace {

constexpr std::uint64_t seed = 0x7772'6974;

void write(GpuBench& bench) {
  const auto size = bench.beyond_cache(1, KiB);
  DeviceBuffer data(bench.context(), size.executed);
  DeviceCheck check(bench);

  const KernelRef<stream_write_sig> kernel(bench.gpu().module("stream"), "stream_write");
  const auto run = [&](const Grid& grid) {
    kernel(bench.stream(), grid, data.as<uint4>(), data.bytes() / 16, seed);
  };
  const auto grid = choose_grid(bench, run);
  const auto samples = bench.time([&] { run(grid); });
  bench.report("memory/write", static_cast<double>(size.nominal) * 1e-9, samples.seconds);

  check.poison(data);
  run(grid);
  check.expect_quick_words(data, seed);
}

const Register<Benchmark> registered{
    {.name = "memory/write",
     .about = "writing GPU memory with all multiprocessors",
     .metrics = {{"memory/write", "GB/s", Better::higher, "N", "bytes written to GPU memory"}},
     .labels = {"gpu", "mode"},
     .run = write,
     .quick_s = 0,
     .standard_s = 2,
     .full_s = 5,
     .overhead_s = 1}};

}  // namespace
}  // namespace gpuproof
