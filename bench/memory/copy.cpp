// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// GPU memory, reading one array and writing another: 2 N bytes.
#include "harness/gpu_measure/device_check.h"
#include "harness/gpu_measure/grid_choice.h"
#include "kernels/stream.h"

namespace gpuproof {
namespace {

constexpr std::uint64_t seed = 0x636F'7079;

void copy(GpuBench& bench) {
  const auto size = bench.beyond_cache(2, KiB);
  const DeviceBuffer from(bench.context(), size.executed);
  DeviceBuffer to(bench.context(), size.executed);
  DeviceCheck check(bench);
  check.fill_words(from, seed);

  const KernelRef<stream_copy_sig> kernel(bench.gpu().module("stream"), "stream_copy");
  const auto run = [&](const Grid& grid) {
    kernel(bench.stream(), grid, from.as<uint4>(), to.as<uint4>(), from.bytes() / 16);
  };
  const auto grid = choose_grid(bench, run);
  const auto samples = bench.time([&] { run(grid); });
  bench.report("memory/copy", 2 * static_cast<double>(size.nominal) * 1e-9, samples.seconds);

  check.poison(to);
  run(grid);
  check.expect_words(to, seed);
}

const Register<Benchmark> registered{{.name = "memory/copy",
                                      .about = "copying within GPU memory with all multiprocessors",
                                      .metrics = {{"memory/copy", "GB/s", Better::higher, "2N",
                                                   "bytes read and written within GPU memory"}},
                                      .labels = {"gpu", "mode"},
                                      .run = copy,
                                      .quick_s = 0.5,
                                      .standard_s = 2,
                                      .full_s = 5,
                                      .overhead_s = 1}};

}  // namespace
}  // namespace gpuproof
