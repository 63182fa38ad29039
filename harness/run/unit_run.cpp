// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/unit_run.h"

#include <signal.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/measure/runner.h"

namespace gpuproof {
namespace {

// The end of a process follows the end of its pipe at once, or it is stuck.
constexpr Nanoseconds after_close = 2'000'000'000;

}  // namespace

void UnitRun::run() {
  if (state_.hooks.started) state_.hooks.started(unit_);
  begin();
  state_.telemetry.fast();
  work();
  once_more();
  state_.telemetry.slow();
}

void UnitRun::begin() {
  deadline_ = state_.clock.raw() + nanoseconds(unit_.deadline_s() * state_.options.deadline_scale);
  for (const auto& what : unit_.steps) members_.push_back({.what = what});
  // Each is on disk by name before its worker hears of it.
  for (const auto& member : members_) state_.log.started(*member.what.step);
  for (std::size_t place = 0; place < members_.size(); ++place) order(members_[place], place);
  lose_partners();
}

namespace {

// Each GPU has a worker of its own for all its steps: one context, warm from the first on.
std::size_t place_of(const PlanStep& step, std::size_t member) {
  constexpr std::size_t beyond_groups = 1000;
  const auto gpu = step.labels.find("gpu");
  const auto index = gpu == step.labels.end() ? std::nullopt : to_uint(gpu->second);
  return index ? beyond_groups + *index : member;
}

}  // namespace

void UnitRun::order(Member& member, std::size_t place) {
  member.begun = state_.clock.raw();
  member.suspended_before = state_.suspended_s();
  try {
    member.worker = state_.crew.at(place_of(*member.what.step, place));
  } catch (const SystemError& e) {  // no process to be had is a result of this benchmark
    lose(member, {.kind = Loss::Kind::not_started, .detail = e.what()});
    return;
  }
  Order order{.order = OrderKind::run, .step = *member.what.step, .attempt = member.what.attempt};
  if (is_group()) {
    order.member = static_cast<int>(place);
    order.members = static_cast<int>(members_.size());
  }
  state_.launcher.send(member.worker.child, order_line(order));
}

void UnitRun::work() {
  while (!all_settled()) {
    if (state_.stopping()) return drop_unsettled("the run ended");
    if (out_of_time()) {
      state_.request_stop("within", "the time given was over while " + unit_.text() + " ran");
      return drop_unsettled("the time given by --within was over");
    }
    if (state_.clock.raw() >= deadline_)
      return end_unsettled(closed_ ? Loss::Kind::closed : Loss::Kind::late);
    for (const auto& event : state_.wait(next_look())) handle(event);
    lose_partners();
  }
}

// More samples where they may decide; both attempts stay and are judged together.
void UnitRun::once_more() {
  if (is_group() || state_.stopping() || !members_.front().undecided) return;
  if (!(state_.left_s() >= unit_.estimate_s())) return;
  auto& member = members_.front();
  member.what.attempt += 1;
  member.settled = member.started = member.undecided = false;
  member.begun = state_.clock.raw();
  deadline_ = member.begun + nanoseconds(unit_.deadline_s() * state_.options.deadline_scale);
  state_.log.started(*member.what.step);
  state_.launcher.send(member.worker.child,
                       order_line({.order = OrderKind::more, .attempt = member.what.attempt}));
  work();
}

Nanoseconds UnitRun::next_look() const {
  const double left = std::min(state_.left_s() + within_slack_s, 3600.0);
  return std::min(deadline_, state_.clock.raw() + nanoseconds(std::max(left, 0.01)));
}

void UnitRun::handle(const ProcessEvent& event) {
  auto* member = member_of(event.child);
  if (event.kind == ProcessEvent::Kind::ended) state_.crew.forget(event.child);
  if (!member || member->settled) return;
  switch (event.kind) {
    case ProcessEvent::Kind::line:
      return handle_line(*member, event.text);
    case ProcessEvent::Kind::overflow:
      return end_and_lose(*member, {.kind = Loss::Kind::garbage, .detail = "a line without end"});
    case ProcessEvent::Kind::closed:
      closed_ = true;
      deadline_ = std::min(deadline_, state_.clock.raw() + after_close);
      return;
    case ProcessEvent::Kind::ended:
      return lose(*member, {.kind = Loss::Kind::died, .end = event.end});
    case ProcessEvent::Kind::signal:
      return;  // RunState keeps those
  }
}

void UnitRun::handle_line(Member& member, const std::string& text) {
  try {
    accept(member, parse_worker_record(text));
  } catch (const InputError& e) {  // what a broken worker says is evidence, not our error
    end_and_lose(member, {.kind = Loss::Kind::garbage,
                          .detail = std::string(e.what()).substr(0, 200) + ": \"" +
                                    clean_text(text.substr(0, 60)) + "\""});
  }
}

void UnitRun::accept(Member& member, const WorkerRecord& record) {
  const auto& step = *member.what.step;
  switch (record.record) {
    case RecordKind::started:
      if (*record.step != step.id || *record.benchmark != step.benchmark)
        throw InputError("worker record", "names a benchmark that it was not asked for");
      member.started = true;
      if (is_group())
        state_.launcher.send(member.worker.child, order_line({.order = OrderKind::are_you_ready}));
      return;
    case RecordKind::progress:
      if (record.phase == "ready") go_when_ready(member);
      [[fallthrough]];
    case RecordKind::sample:
      if (state_.hooks.live) state_.hooks.live(record);
      return;
    case RecordKind::result:
      return take_result(member, *record.result);
    case RecordKind::share:
      return pass_on(member, *record.shared);
    case RecordKind::fact:
      return state_.tell("fact", *record.name + ": " + *record.text, step.id);
    case RecordKind::bye:
      return;
  }
}

void UnitRun::take_result(Member& member, BenchRecord result) {
  const auto& step = *member.what.step;
  if (!member.started || result.step != step.id || result.benchmark != step.benchmark)
    throw InputError("worker record", "a result of a step that was not begun");
  result.attempt = member.what.attempt;
  result.pid = member.worker.pid;
  const double slept = state_.suspended_s() - member.suspended_before;
  if (slept > 0)
    result.disturbances.push_back("the machine slept for " + duration_text(slept) +
                                  " during the measurement");
  const bool context_dead = result.conditions.count(context_dead_condition) != 0;
  if (context_dead) result.conditions["ended_by_us"] = "yes";
  state_.log.result(result);
  member.settled = true;
  if (context_dead) retire(member);
  member.undecided = state_.hooks.undecided && state_.hooks.undecided(result);
  if (state_.hooks.result) state_.hooks.result(result);
}

// Every later call of it would fail, and giving back what it holds may block for ever. The next
// step of its place gets a fresh worker.
void UnitRun::retire(const Member& member) {
  state_.launcher.end(member.worker.child, SIGKILL);
  state_.crew.forget(member.worker.child);
}

void UnitRun::go_when_ready(Member& member) {
  member.ready = true;
  const auto ready = [](const Member& m) { return m.ready; };
  if (!is_group() || went_ || !std::all_of(members_.begin(), members_.end(), ready)) return;
  went_ = true;
  for (const auto& each : members_)
    state_.launcher.send(each.worker.child, order_line({.order = OrderKind::go}));
}

void UnitRun::pass_on(const Member& from, const Shared& given) {
  Order order{.order = OrderKind::share, .shared = given};
  order.shared->from = static_cast<int>(&from - members_.data());
  for (const auto& each : members_)
    if (&each != &from) state_.launcher.send(each.worker.child, order_line(order));
}

bool UnitRun::all_settled() const {
  return std::all_of(members_.begin(), members_.end(), [](auto& m) { return m.settled; });
}

UnitRun::Member* UnitRun::member_of(ChildId child) {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](auto& m) { return m.worker.child == child; });
  return found == members_.end() ? nullptr : &*found;
}

}  // namespace gpuproof
