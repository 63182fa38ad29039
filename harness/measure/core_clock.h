// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The clock that cores run at, timed by dependent integer additions: where a virtual machine hides
// the counters this still tells.
#pragma once

#include "harness/measure/thread_team.h"

namespace gpuproof {

struct CoreClocks {
  double sum_hz = 0;  // over the threads of the team, the fastest of several short spans each
  double slowest_hz = 0, fastest_hz = 0;
  void keep_fastest(const CoreClocks&);
};
// All threads at once; a few milliseconds.
CoreClocks core_clocks(ThreadTeam&, const Clock& = system_clock());

}  // namespace gpuproof
