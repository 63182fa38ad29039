// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// How long one small read takes: 4 KiB at random places, q in flight, from before the request is
// handed to the kernel until its completion is seen.
#include "harness/measure/storage_bench.h"

namespace gpuproof {
namespace {

void random_read_latency(StorageBench& bench) {
  const auto reading = bench.read(
      {.block = 4 * KiB, .random = true, .depth = bench.queue_depth(), .check_bytes = 4 * MiB});

  bench.report("storage/random_read_latency", reading.median_latencies_us());
  bench.tell_latency(reading);
}

const Register<Benchmark> registered{
    {.name = "storage/random_read_latency",
     .about = "time of a random direct read of 4 KiB, q in flight",
     .metrics = {{"storage/random_read_latency", "us", Better::lower, "median of window medians",
                  "how long one small read takes"}},
     .labels = {"drive", "mode", "q"},
     .variants = {{"q", {"1"}}},
     .run = random_read_latency,
     .quick_s = 1.5,
     .standard_s = 14,
     .full_s = 14}};

}  // namespace
}  // namespace gpuproof
