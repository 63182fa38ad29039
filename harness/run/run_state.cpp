// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/run_state.h"

#include <signal.h>

#include <algorithm>
#include <limits>

namespace gpuproof {
namespace {

// The raw clock is not slewed by NTP as boottime is: below this a difference is drift.
constexpr Nanoseconds suspend_threshold = 2'000'000'000;

}  // namespace

RunState::RunState(ProcessLauncher& l, const Clock& c, RunLog& journal, SupervisorOptions o,
                   RunHooks h)
    : launcher(l),
      clock(c),
      log(journal),
      options(std::move(o)),
      hooks(std::move(h)),
      crew(l, options.folder),
      telemetry(l, options.folder),
      clock_offset_(c.boottime() - c.raw()) {}

std::vector<ProcessEvent> RunState::wait(Nanoseconds until) {
  auto events = launcher.wait(until - clock.raw());
  see_suspend();
  std::erase_if(events, [&](const ProcessEvent& event) { return handle(event); });
  return events;
}

bool RunState::handle(const ProcessEvent& event) {
  if (event.kind == ProcessEvent::Kind::signal) {
    ++stop.signals;
    if (stop.signals == 1) {
      stop.signal = event.number;
      request_stop("interrupted", signal_text(event.number) + " arrived");
    }
    return true;
  }
  if (!telemetry.owns(event.child)) return false;
  if (event.kind == ProcessEvent::Kind::line) request_stop("guard", event.text);
  if (event.kind == ProcessEvent::Kind::ended && telemetry.ended())
    tell("telemetry_lost",
         "the telemetry process ended; from here on the run has no sensor readings");
  return true;
}

void RunState::see_suspend() {
  const auto slept = clock.boottime() - clock.raw() - clock_offset_ - suspended_;
  if (slept < suspend_threshold) return;
  suspended_ += slept;
  tell("suspended", "the machine slept for " + duration_text(seconds(slept)));
}

void RunState::tell(const std::string& event, const std::string& message, std::optional<int> step) {
  log.event(event, message, step);
  if (hooks.event) hooks.event(event, message);
}

void RunState::request_stop(const std::string& event, const std::string& message) {
  if (stop) return;
  stop.event = event;
  stop.message = message;
}

double RunState::left_s() const {
  if (!options.within_s) return std::numeric_limits<double>::infinity();
  return *options.within_s - seconds(clock.boottime() - options.started_at);
}

double RunState::suspended_s() const { return seconds(suspended_); }

std::vector<ChildId> RunState::end_workers(std::vector<ChildId> children) {
  const auto grace = nanoseconds(options.grace_s);
  for (const auto child : children) launcher.end(child, SIGTERM);
  wait_for_ends(children, clock.raw() + grace, stop.signals);
  for (const auto child : children) launcher.end(child, SIGKILL);
  wait_for_ends(children, clock.raw() + grace, std::numeric_limits<int>::max());
  for (const auto child : children) crew.forget(child);
  return children;
}

// A further signal to us ends the patience.
void RunState::wait_for_ends(std::vector<ChildId>& children, Nanoseconds until, int signals_seen) {
  while (!children.empty() && clock.raw() < until && stop.signals <= std::max(1, signals_seen)) {
    for (const auto& event : wait(until)) {
      if (event.kind != ProcessEvent::Kind::ended) continue;
      std::erase(children, event.child);
      crew.forget(event.child);
    }
  }
}

}  // namespace gpuproof
