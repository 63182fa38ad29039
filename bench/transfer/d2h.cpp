// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// From the GPU to the host's memory by its copy engine: N bytes over its link.
#include "harness/gpu_measure/device_check.h"
#include "harness/gpu_measure/transfer_buffer.h"

namespace gpuproof {
namespace {

constexpr std::uint64_t seed = 0x6432'68;

void d2h(GpuBench& bench) {
  const auto size = transfer_size(bench);
  const DeviceBuffer from(bench.context(), size.executed);
  TransferBuffer to(bench, size.executed);
  DeviceCheck check(bench);
  check.fill_words(from, seed);

  const auto run = [&] { from.download(to.data(), from.bytes(), bench.stream()); };
  const auto samples = bench.time(run);
  bench.report("transfer/d2h", static_cast<double>(size.nominal) * 1e-9, samples.seconds);

  to.poison();
  run();
  bench.stream().synchronize();
  to.expect_words(seed);
}

const Register<Benchmark> registered{
    {.name = "transfer/d2h",
     .about = "copying from the GPU to the host's memory",
     .metrics = {{"transfer/d2h", "GB/s", Better::higher, "N", "bytes copied from GPU to host"}},
     .labels = {"gpu", "mode", "path"},
     .variants = {{"path", {"pinned", "pageable"}}},
     .run = d2h,
     .quick_s = 0.5,
     .standard_s = 2,
     .full_s = 5,
     .overhead_s = 1,
     .also_alone = true}};

}  // namespace
}  // namespace gpuproof
