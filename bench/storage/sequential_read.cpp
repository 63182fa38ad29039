// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// How fast a drive streams: ascending reads of 128 KiB, 32 of them in flight for each drive.
#include "harness/measure/storage_bench.h"

namespace gpuproof {
namespace {

// With more the drive only queues; the block layer joins neighbours into larger requests anyway.
constexpr Bytes block = 128 * KiB;
constexpr unsigned depth_per_job = 32;

void sequential_read(StorageBench& bench) {
  const unsigned jobs = bench.jobs(bench.drives());
  const auto reading =
      bench.read({.block = block, .depth = depth_per_job * jobs, .jobs = jobs, .batch = 1});

  std::vector<double> rates;
  for (const double reads : reading.reads_per_s()) rates.push_back(reads * block * 1e-9);
  bench.report("storage/sequential_read", rates);
}

const Register<Benchmark> registered{
    {.name = "storage/sequential_read",
     .about = "rate of ascending direct reads of 128 KiB from a drive",
     .metrics = {{"storage/sequential_read", "GB/s", Better::higher, "bytes read",
                  "how fast the drive streams"}},
     .labels = {"drive", "mode"},
     .run = sequential_read,
     .quick_s = 2.5,
     .standard_s = 14,
     .full_s = 14,
     .overhead_s = 6}};  // the first storage benchmark of a run makes the test file

}  // namespace
}  // namespace gpuproof
