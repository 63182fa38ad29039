// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The worker's loop: orders in, one benchmark at a time, records out.
#pragma once

#include <cstdint>
#include <functional>

#include "harness/record/bench_record.h"
#include "harness/record/plan.h"

namespace gpuproof {

// Runs the step and never throws for what the benchmark does; calls `progress` as work is done.
using RunStep = std::function<BenchRecord(const PlanStep&,
                                          const std::function<void(std::uint64_t done)>& progress)>;

// Serves orders until `stop` or the end of the pipe; returns the exit code of the process.
// Throws InputError for an order it does not understand, SystemError where nobody listens.
int serve_orders(int orders_fd, int records_fd, const RunStep&);

// The hidden verb: ties the life of this process to its parent's, then serves with the
// benchmarks of this binary.
int worker_main();

}  // namespace gpuproof
