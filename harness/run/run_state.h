// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What the supervisor and the unit in hand share: processes, time, the journal, and whether the
// run is to stop.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/clock.h"
#include "harness/run/crew.h"
#include "harness/run/launcher.h"
#include "harness/run/protocol.h"
#include "harness/run/run_log.h"
#include "harness/run/telemetry_link.h"
#include "harness/run/units.h"

namespace gpuproof {

// What a watcher of the run is told; every member may be empty.
struct RunHooks {
  std::function<void(const WorkUnit&)> started;
  std::function<void(const WorkerRecord&)> live;  // progress and sample
  std::function<void(const BenchRecord&)> result;
  std::function<void(const std::string& event, const std::string& message)> event;
  // True where more samples may settle a result; it is then measured once more.
  std::function<bool(const BenchRecord&)> undecided;
};

struct SupervisorOptions {
  std::filesystem::path folder;  // of the run
  std::optional<double> within_s;
  Nanoseconds started_at = 0;  // boottime of the run's start, for within_s
  double deadline_scale = 1;
  double grace_s = 4;  // after SIGTERM, and again after SIGKILL
  bool telemetry = true;
};

struct StopReason {
  std::string event, message;
  int signal = 0;
  int signals = 0;  // a second one means: without grace
  explicit operator bool() const { return !event.empty(); }
};

class RunState {
 public:
  RunState(ProcessLauncher&, const Clock&, RunLog&, SupervisorOptions, RunHooks);

  // Waits until `until` (raw clock) or the first event; handles what concerns no worker, and
  // returns the rest.
  std::vector<ProcessEvent> wait(Nanoseconds until);
  // SIGTERM, grace, SIGKILL, grace. Returns those that do not end: they are left behind.
  std::vector<ChildId> end_workers(std::vector<ChildId>);
  void tell(const std::string& event, const std::string& message,
            std::optional<int> step = std::nullopt);
  void request_stop(const std::string& event, const std::string& message);

  double left_s() const;       // of within_s; huge without one
  double suspended_s() const;  // the machine slept so long since the start
  bool stopping() const { return static_cast<bool>(stop) || !log.failure().empty(); }

  ProcessLauncher& launcher;
  const Clock& clock;
  RunLog& log;
  const SupervisorOptions options;
  const RunHooks hooks;
  Crew crew;
  TelemetryLink telemetry;
  StopReason stop;

 private:
  bool handle(const ProcessEvent&);
  void see_suspend();
  void wait_for_ends(std::vector<ChildId>&, Nanoseconds until, int signals_seen);

  Nanoseconds clock_offset_;  // boottime - raw at the start
  Nanoseconds suspended_ = 0;
};

}  // namespace gpuproof
