// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Runs one benchmark once, through Google Benchmark, and returns its record whatever happens.
#pragma once

#include "harness/measure/bench_session.h"

namespace gpuproof {

// Never throws for what the benchmark does. Unavailable, Unsupported and NotObservable become a
// skip, NotReached inconclusive; wrong data is told in the integrity part; anything else is an
// error with its message, and so is a record without a sample, without its data check, or without a
// key that it promised. Where the device's context died, the condition below stands in the record:
// nothing more can be measured by this process.
inline constexpr const char* context_dead_condition = "context_dead";
BenchRecord run_benchmark(const Benchmark&, const PlanStep&, const Progress& = {},
                          const Clock& = system_clock());

// The same without Google Benchmark around it, for a caller that is inside it already.
BenchRecord run_guarded(const Benchmark&, const PlanStep&, const Progress& = {},
                        const Clock& = system_clock());

}  // namespace gpuproof
