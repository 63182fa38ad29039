// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The clock that cores run at, timed by dependent integer additions: it tells even where a virtual
// machine hides the counters.
#pragma once

#include <vector>

#include "harness/measure/thread_team.h"

namespace gpuproof {

class ClockProbe {
 public:
  explicit ClockProbe(ThreadTeam&, const Clock& = system_clock());

  // All threads at once: short pieces of additions, each after `load` where there is one. Heavy
  // vector code lowers the clock and it stays low for about half a millisecond, so a piece right
  // after it sees the clock that the load had.
  void sample(const ThreadTeam::Job& load = {});
  // Of each thread its fastest piece, summed: no core ran faster than that.
  double fastest_sum_hz() const;
  // Over the pieces of all threads that came after load: the fastest, and the median.
  double fastest_loaded_hz() const;
  double median_loaded_hz() const;

 private:
  void add_on(std::size_t thread, const ThreadTeam::Job& load);
  std::vector<double> all_loaded() const;

  ThreadTeam& team_;
  const Clock& clock_;
  std::vector<double> fastest_;              // of each thread, in Hz
  std::vector<std::vector<double>> loaded_;  // of each thread, in Hz
};

}  // namespace gpuproof
