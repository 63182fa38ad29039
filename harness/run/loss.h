// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A worker that is lost while it holds a benchmark: what happened, as a result of that benchmark.
#pragma once

#include <string>

#include "harness/record/bench_record.h"
#include "harness/record/plan.h"
#include "harness/run/launcher.h"

namespace gpuproof {

struct Loss {
  enum class Kind {
    died,         // see end
    late,         // no result by its deadline; we ended it
    abandoned,    // late, and not even SIGKILL ends it
    garbage,      // wrote what is no record; we ended it
    closed,       // closed its pipe and stayed
    partner,      // another member of its group was lost
    not_started,  // no worker could be started
  };
  Kind kind = Kind::died;
  ChildEnd end;
  double after_s = 0;  // since the benchmark was ordered
  std::int64_t pid = 0;
  std::string detail;  // the words of the system, the state of the process
  std::string log;     // file below the run directory that holds what it printed
};

// Outcome error, with a sentence that names benchmark, event and remedy.
BenchRecord lost_record(const PlanStep&, int attempt, const Loss&);

}  // namespace gpuproof
