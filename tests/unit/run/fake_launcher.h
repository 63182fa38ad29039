// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Processes that exist as a list of events in a time that only tests move.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/run/launcher.h"
#include "harness/run/protocol.h"

namespace gpuproof {

class SteppedClock : public Clock {
 public:
  Nanoseconds boottime() const override { return now + slept; }
  Nanoseconds raw() const override { return now; }
  Nanoseconds wall() const override { return wall_now; }
  void sleep(Nanoseconds ns) const override { now += ns; }
  mutable Nanoseconds now = 1'000'000'000;
  Nanoseconds slept = 0, wall_now = 0;
};

class FakeLauncher : public ProcessLauncher {
 public:
  using OnOrder = std::function<void(FakeLauncher&, ChildId, const Order&)>;
  explicit FakeLauncher(SteppedClock& clock, OnOrder on_order)
      : clock_(clock), on_order_(std::move(on_order)) {}

  ChildId start(const LaunchSpec& spec) override {
    if (refuse_to_start) throw SystemError("cannot start a worker process", 11);
    specs.push_back(spec);
    alive.insert(next_);
    return next_++;
  }
  bool send(ChildId child, std::string_view line) override {
    if (is_telemetry(child)) {
      telemetry_orders.emplace_back(trim(line));
      if (line == "stop\n") ends(child, 0, {});
      return true;
    }
    orders[child].push_back(parse_order(line));
    if (orders[child].back().order == OrderKind::stop)
      ends(child, 0, {});
    else if (on_order_)
      on_order_(*this, child, orders[child].back());
    return true;
  }
  void end(ChildId child, int signal) override {
    signals[child].push_back(signal);
    if (signal == 15 && !deaf.count(child)) ends(child, 0.1, {.signal = 15});
    if (signal == 9 && !unkillable.count(child)) ends(child, 0.1, {.signal = 9});
  }
  std::vector<ProcessEvent> wait(Nanoseconds timeout) override {
    const auto until = clock_.now + std::max<Nanoseconds>(timeout, 0);
    if (queue.empty() || queue.begin()->first > until) {
      clock_.now = until;
      return {};
    }
    clock_.now = std::max(clock_.now, queue.begin()->first);
    auto event = queue.begin()->second;
    queue.erase(queue.begin());
    if (before_event) before_event(event);
    if (event.kind == ProcessEvent::Kind::ended && alive.erase(event.child) == 0) return {};
    return {event};
  }
  std::int64_t pid(ChildId child) const override { return 1000 + child; }
  std::string state(ChildId) const override { return "D (nvidia_ioctl)"; }

  void at(double after_s, ProcessEvent event) {
    queue.emplace(clock_.now + nanoseconds(after_s), std::move(event));
  }
  void says(ChildId child, double after_s, const WorkerRecord& record) {
    at(after_s, {.child = child, .text = std::string(trim(worker_line(record)))});
  }
  void writes(ChildId child, double after_s, const std::string& text) {
    at(after_s, {.child = child, .text = text});
  }
  void ends(ChildId child, double after_s, ChildEnd end) {
    at(after_s, {.kind = ProcessEvent::Kind::ended, .child = child, .end = end});
  }
  void signal_us(double after_s, int number) {
    at(after_s, {.kind = ProcessEvent::Kind::signal, .number = number});
  }
  // Names the step, then reports a plain result after `after_s`.
  void serves(ChildId child, const Order& order, double after_s) {
    if (order.step) current[child] = *order.step;
    const auto& step = current.at(child);
    names(child, step);
    BenchRecord record{.step = step.id, .benchmark = step.benchmark, .outcome = Outcome::pass};
    says(child, after_s, {.record = RecordKind::result, .step = step.id, .result = record});
  }
  void names(ChildId child, const PlanStep& step) {
    says(child, 0.001,
         {.record = RecordKind::started, .step = step.id, .benchmark = step.benchmark});
  }
  bool is_telemetry(ChildId child) const {
    return specs[static_cast<std::size_t>(child)].arguments[0] == "telemetry";
  }

  bool refuse_to_start = false;
  std::set<ChildId> deaf, unkillable, alive;
  std::vector<LaunchSpec> specs;
  std::map<ChildId, std::vector<Order>> orders;
  std::map<ChildId, std::vector<int>> signals;
  std::map<ChildId, PlanStep> current;
  std::vector<std::string> telemetry_orders;
  std::multimap<Nanoseconds, ProcessEvent> queue;
  std::function<void(const ProcessEvent&)> before_event;

 private:
  SteppedClock& clock_;
  OnOrder on_order_;
  ChildId next_ = 0;
};

}  // namespace gpuproof
