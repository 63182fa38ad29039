// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// GPU memory, STREAM's triad a = b + s c: 3 N bytes.
#include "harness/gpu_measure/device_check.h"
#include "harness/gpu_measure/grid_choice.h"
#include "kernels/stream.h"

namespace gpuproof {
namespace {

constexpr std::uint64_t seed_b = 0x7472'6962, seed_c = 0x7472'6963;
constexpr float scale = 3;

void triad(GpuBench& bench) {
  const auto size = bench.beyond_cache(3, KiB);
  const DeviceBuffer b(bench.context(), size.executed), c(bench.context(), size.executed);
  DeviceBuffer a(bench.context(), size.executed);
  DeviceCheck check(bench);
  check.fill_numbers(b, seed_b);
  check.fill_numbers(c, seed_c);

  const KernelRef<stream_triad_sig> kernel(bench.gpu().module("stream"), "stream_triad");
  const auto run = [&](const Grid& grid) {
    kernel(bench.stream(), grid, b.as<float4>(), c.as<float4>(), a.as<float4>(), scale,
           a.bytes() / 16);
  };
  const auto grid = choose_grid(bench, run);
  const auto samples = bench.time([&] { run(grid); });
  bench.report("memory/triad", 3 * static_cast<double>(size.nominal) * 1e-9, samples.seconds);

  check.poison(a);
  run(grid);
  check.expect_triad(a, seed_b, seed_c, scale);
}

const Register<Benchmark> registered{
    {.name = "memory/triad",
     .about = "STREAM's triad in GPU memory with all multiprocessors",
     .metrics = {{"memory/triad", "GB/s", Better::higher, "3N",
                  "bytes read and written by a = b + s c in GPU memory"}},
     .labels = {"gpu", "mode"},
     .run = triad,
     .quick_s = 0.5,
     .standard_s = 2,
     .full_s = 5,
     .overhead_s = 1}};

}  // namespace
}  // namespace gpuproof
