// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A small run to judge, built line by line.
#pragma once

#include <string>
#include <vector>

#include "harness/judge/judge.h"

namespace gpuproof {

inline Measurement measurement(const std::string& key, std::vector<double> samples,
                               Better better = Better::higher, const std::string& unit = "GB/s") {
  Measurement m;
  m.key = key;
  m.metric = {Key::parse(key).name, unit, better, "1N", "a figure"};
  m.samples = std::move(samples);
  auto sorted = m.samples;
  std::sort(sorted.begin(), sorted.end());
  if (!sorted.empty()) {
    m.value = sorted[sorted.size() / 2];
    m.low = sorted.front();
    m.high = sorted.back();
  }
  return m;
}

inline BenchRecord record_of(Measurement m) {
  BenchRecord record;
  const auto key = Key::parse(m.key);
  record.benchmark = key.name;
  record.labels = key.labels;
  record.outcome = Outcome::pass;
  record.integrity = Integrity{.checked = true, .values = 100, .how = "each value"};
  record.metrics = {std::move(m)};
  return record;
}

inline Expectation expectation(const std::string& key, double value,
                               ExpectationKind kind = ExpectationKind::measured,
                               const std::string& unit = "GB/s") {
  Expectation e;
  e.key = key;
  e.value = value;
  e.unit = unit;
  e.kind = kind;
  e.source = "test";
  e.date = "2026-01-01";
  return e;
}

struct RunFixture {
  RunRecord run;

  RunFixture() {
    run.plan.suite = "standard";
    run.plan.run_id = "r1";
    run.plan.expected_gpus = 0;
    run.plan.expected_gpus_origin = "--expect";
    run.profile.id = "test-machine";
    run.profile.kind = "machine";
    run.after = run.before;
    JournalHeader header;
    header.boot_id = "boot-1";
    line({.type = JournalType::header, .header = header});
  }

  JournalLine& line(JournalLine added) {
    added.seq = run.journal.lines.size();
    added.t = 100.0 + static_cast<double>(added.seq);
    run.journal.lines.push_back(std::move(added));
    return run.journal.lines.back();
  }
  RunFixture& result(BenchRecord record) {
    line({.type = JournalType::result, .step = record.step, .result = std::move(record)});
    return *this;
  }
  RunFixture& event(const std::string& name, const std::string& message = "") {
    line({.type = JournalType::event, .event = name, .message = message});
    return *this;
  }
  RunFixture& finish() {
    line({.type = JournalType::finished});
    return *this;
  }
  RunFixture& plan_step(int id, const std::string& key) {
    PlanStep step;
    step.id = id;
    step.benchmark = Key::parse(key).name;
    step.labels = Key::parse(key).labels;
    step.promises = {key};
    run.plan.steps.push_back(step);
    return *this;
  }
  RunFixture& expect(Expectation e) {
    run.profile.expect.push_back(std::move(e));
    return *this;
  }
  Report report(JudgeOptions options = {.today = "2026-11-30"}) const {
    return judge(run, options);
  }
};

inline const Item* find_item(const Report& report, const std::string& key) {
  for (const auto& item : report.items)
    if (item.key == key) return &item;
  return nullptr;
}

}  // namespace gpuproof
