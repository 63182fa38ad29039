// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Owns time and order of a run: units in, journal lines out. Whatever a worker does, every step
// that was begun ends as a result of its name, or the run ends and the journal says why.
#pragma once

#include <string>
#include <vector>

#include "harness/run/run_state.h"
#include "harness/run/units.h"

namespace gpuproof {

struct SupervisorEnd {
  std::string event;  // interrupted, within, disk_full, journal_failed; empty: all units ran
  std::string message;
  int signal = 0;  // that ended it
};

class Supervisor {
 public:
  Supervisor(ProcessLauncher& launcher, const Clock& clock, RunLog& log, SupervisorOptions options,
             RunHooks hooks = {})
      : state_(launcher, clock, log, std::move(options), std::move(hooks)) {}

  SupervisorEnd run(const std::vector<WorkUnit>&);

 private:
  void start_telemetry();
  bool fits(const WorkUnit&) const;
  // The last word of a run that ends early: a resumed one looks there whether the end was clean.
  void tell_not_reached(const std::vector<const WorkUnit*>& late,
                        const std::vector<WorkUnit>& units, std::size_t begun);
  void stop_children();
  SupervisorEnd conclude(bool complete);

  RunState state_;
};

}  // namespace gpuproof
