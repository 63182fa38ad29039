// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The kinds of benchmarks: each room that brings a context (host, storage, GPU) registers how to
// build it over a session, so that the runner knows none of them.
#pragma once

#include <string>

#include "harness/measure/bench_session.h"

namespace gpuproof {

struct BenchKind {
  std::string name;  // as bench_kind_name() gives it
  void (*run)(const Benchmark&, BenchSession&);
};

// "host", "storage" or "gpu": by the context that the benchmark asks for.
std::string bench_kind_name(const Benchmark&);

}  // namespace gpuproof
