// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A supervised run over fake processes, with the journal kept in memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/run/supervisor.h"
#include "tests/unit/run/fake_launcher.h"

namespace gpuproof {

struct Supervised {
  explicit Supervised(FakeLauncher::OnOrder on_order) : launcher(clock, std::move(on_order)) {
    options.started_at = clock.boottime();
    options.telemetry = false;
    options.folder = "/nonexistent";
  }

  void step(const std::string& benchmark, const std::string& group = {}) {
    const int id = static_cast<int>(plan.steps.size()) + 1;
    plan.steps.push_back({.id = id,
                          .benchmark = benchmark,
                          .promises = {benchmark},
                          .estimate_s = 10,
                          .deadline_s = 50,
                          .budget_s = 5,
                          .group = group});
  }

  SupervisorEnd run() {
    RunLog log([this](JournalLine line) { write(std::move(line)); },
               [this] { reserve_freed = true; });
    const auto units = units_left(plan, before);
    Supervisor supervisor(launcher, clock, log, options, hooks);
    return supervisor.run(units);
  }

  void write(JournalLine line) {
    if (disk_full_after && journal.size() >= *disk_full_after && !reserve_freed)
      throw SystemError("cannot write journal.jsonl", 28);
    line.t = seconds(clock.boottime());
    line.seq = journal.size();
    journal.push_back(std::move(line));
  }

  std::vector<BenchRecord> results() const {
    std::vector<BenchRecord> found;
    for (const auto& line : journal)
      if (line.result) found.push_back(*line.result);
    return found;
  }
  std::vector<std::string> events() const {
    std::vector<std::string> found;
    for (const auto& line : journal)
      if (line.event) found.push_back(*line.event);
    return found;
  }
  std::string message_of(const std::string& event) const {
    for (const auto& line : journal)
      if (line.event == event) return *line.message;
    return "no such event";
  }
  int started() const {
    int count = 0;
    for (const auto& line : journal) count += line.type == JournalType::started;
    return count;
  }
  bool finished() const { return !journal.empty() && journal.back().type == JournalType::finished; }
  double elapsed_s() const { return seconds(clock.boottime() - options.started_at); }

  SteppedClock clock;
  FakeLauncher launcher;
  Plan plan;
  Journal before;
  SupervisorOptions options;
  RunHooks hooks;
  std::vector<JournalLine> journal;
  std::optional<std::size_t> disk_full_after;
  bool reserve_freed = false;
};

inline void serve_all(FakeLauncher& launcher, ChildId child, const Order& order) {
  if (order.order == OrderKind::run || order.order == OrderKind::more)
    launcher.serves(child, order, 5);
}

}  // namespace gpuproof
