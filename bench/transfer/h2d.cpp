// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// From the host's memory to the GPU by its copy engine: N bytes over its link.
#include "harness/gpu_measure/device_check.h"
#include "harness/gpu_measure/transfer_buffer.h"

namespace gpuproof {
namespace {

constexpr std::uint64_t seed = 0x6832'64;

void h2d(GpuBench& bench) {
  const auto size = transfer_size(bench);
  TransferBuffer from(bench, size.executed);
  DeviceBuffer to(bench.context(), size.executed);
  DeviceCheck check(bench);
  from.fill_words(seed);

  const auto run = [&] { to.upload(from.data(), to.bytes(), bench.stream()); };
  const auto samples = bench.time(run);
  bench.report("transfer/h2d", static_cast<double>(size.nominal) * 1e-9, samples.seconds);

  check.poison(to);
  run();
  check.expect_words(to, seed);
}

const Register<Benchmark> registered{
    {.name = "transfer/h2d",
     .about = "copying from the host's memory to the GPU",
     .metrics = {{"transfer/h2d", "GB/s", Better::higher, "N", "bytes copied from host to GPU"}},
     .labels = {"gpu", "mode", "path"},
     .variants = {{"path", {"pinned", "pageable"}}},
     .run = h2d,
     .quick_s = 0.5,
     .standard_s = 2,
     .full_s = 5,
     .overhead_s = 1,
     .also_alone = true}};

}  // namespace
}  // namespace gpuproof
