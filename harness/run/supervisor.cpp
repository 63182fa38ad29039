// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/supervisor.h"

#include <fmt/core.h>

#include "harness/base/error.h"
#include "harness/run/unit_run.h"

namespace gpuproof {
namespace {

// Snapshot, verdict and report after the last step.
constexpr double closing_s = 3;

// After `stop` a worker only has to leave.
constexpr double leave_s = 5;

}  // namespace

SupervisorEnd Supervisor::run(const std::vector<WorkUnit>& units) {
  start_telemetry();
  std::vector<const WorkUnit*> late;
  std::size_t begun = 0;
  for (; begun < units.size(); ++begun) {
    state_.wait(state_.clock.raw());  // a signal may have come meanwhile
    if (state_.stopping()) break;
    if (fits(units[begun]))
      UnitRun(state_, units[begun]).run();
    else
      late.push_back(&units[begun]);
  }
  stop_children();
  tell_not_reached(late, units, begun);
  return conclude(late.empty() && begun == units.size());
}

void Supervisor::start_telemetry() {
  if (!state_.options.telemetry) return;
  try {
    state_.telemetry.start();
  } catch (const SystemError& e) {  // sensors are missed by those who ask for them
    state_.tell("telemetry_lost", std::string("the telemetry process did not start: ") + e.what());
  }
}

bool Supervisor::fits(const WorkUnit& unit) const {
  return state_.left_s() >= unit.estimate_s() + closing_s;
}

void Supervisor::tell_not_reached(const std::vector<const WorkUnit*>& late,
                                  const std::vector<WorkUnit>& units, std::size_t begun) {
  for (const auto* unit : late)
    state_.tell("within",
                fmt::format("{} needs {} and did not fit into the time given", unit->text(),
                            duration_text(unit->estimate_s())),
                unit->steps.front().step->id);
  if (state_.stop)
    state_.tell(state_.stop.event,
                fmt::format("{}; {} of {} steps were not begun", state_.stop.message,
                            units.size() - begun, units.size()));
}

void Supervisor::stop_children() {
  std::vector<ChildId> left;
  for (const auto& [place, worker] : state_.crew.all()) {
    state_.launcher.send(worker.child, order_line({.order = OrderKind::stop}));
    left.push_back(worker.child);
  }
  state_.telemetry.stop();
  const auto until = state_.clock.raw() + nanoseconds(leave_s);
  while ((!left.empty() || state_.telemetry.running()) && state_.clock.raw() < until)
    for (const auto& event : state_.wait(until))
      if (event.kind == ProcessEvent::Kind::ended) std::erase(left, event.child);
  for (const auto child : state_.end_workers(left))
    state_.tell("abandoned", fmt::format("process {} does not end even when killed and was left "
                                         "behind",
                                         state_.launcher.pid(child)));
}

SupervisorEnd Supervisor::conclude(bool complete) {
  if (!state_.log.failure().empty()) return {"disk_full", state_.log.failure(), state_.stop.signal};
  if (state_.stop) return {state_.stop.event, state_.stop.message, state_.stop.signal};
  if (!complete) return {"within", "the time given by --within was over", 0};
  state_.log.finished();
  return {};
}

}  // namespace gpuproof
