// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// How many small reads a drive serves: 4 KiB at random places, q of them in flight.
#include "harness/measure/storage_bench.h"

namespace gpuproof {
namespace {

constexpr unsigned depth_per_job = 32;  // beyond it one thread is what limits

void random_read(StorageBench& bench) {
  const unsigned q = bench.queue_depth();
  const auto reading = bench.read({.block = 4 * KiB,
                                   .random = true,
                                   .depth = q,
                                   .jobs = bench.jobs(q / depth_per_job),
                                   .batch = 1,
                                   .check_bytes = 16 * MiB});

  std::vector<double> rates;
  for (const double reads : reading.reads_per_s()) rates.push_back(reads * 1e-3);
  bench.report("storage/random_read", rates);
}

const Register<Benchmark> registered{
    {.name = "storage/random_read",
     .about = "random direct reads of 4 KiB per second, q in flight",
     .metrics = {{"storage/random_read", "kIOPS", Better::higher, "reads completed",
                  "how many small reads at once the drive serves"}},
     .labels = {"drive", "mode", "q"},
     .variants = {{"q", {"32", "128"}}},
     .run = random_read,
     .quick_s = 2,
     .standard_s = 14,
     .full_s = 14}};

}  // namespace
}  // namespace gpuproof
