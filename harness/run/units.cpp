// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/units.h"

#include <algorithm>
#include <set>

#include "harness/record/key.h"

namespace gpuproof {
namespace {

struct History {
  std::set<int> done;
  std::map<int, int> begun;
};

History read_history(const Journal& journal) {
  History history;
  for (const auto& line : journal.lines) {
    if (line.type == JournalType::started && line.step) ++history.begun[*line.step];
    if (line.type == JournalType::result && line.step) history.done.insert(*line.step);
  }
  return history;
}

std::vector<std::vector<const PlanStep*>> grouped(const Plan& plan) {
  std::vector<std::vector<const PlanStep*>> groups;
  std::map<std::string, std::size_t> places;
  for (const auto& step : plan.steps) {
    const auto [place, is_new] = places.emplace(step.group, groups.size());
    if (step.group.empty() || is_new)
      groups.push_back({&step});
    else
      groups[place->second].push_back(&step);
  }
  return groups;
}

}  // namespace

double WorkUnit::estimate_s() const {
  double longest = 0;
  for (const auto& member : steps) longest = std::max(longest, member.step->estimate_s);
  return longest;
}

double WorkUnit::deadline_s() const {
  double longest = 0;
  for (const auto& member : steps) longest = std::max(longest, member.step->deadline_s);
  return longest;
}

std::string WorkUnit::text() const {
  const auto& first = *steps.front().step;
  if (steps.size() == 1) return Key{first.benchmark, first.labels}.text();
  return first.benchmark + " on " + std::to_string(steps.size()) + " at once";
}

std::vector<WorkUnit> units_left(const Plan& plan, const Journal& journal) {
  const auto history = read_history(journal);
  std::vector<WorkUnit> units;
  for (const auto& group : grouped(plan)) {
    const bool done = std::all_of(group.begin(), group.end(), [&](const PlanStep* step) {
      return history.done.count(step->id) != 0;
    });
    if (done) continue;
    WorkUnit unit;
    for (const auto* step : group) {
      const auto begun = history.begun.find(step->id);
      unit.steps.push_back({step, begun == history.begun.end() ? 1 : begun->second + 1});
    }
    units.push_back(std::move(unit));
  }
  return units;
}

}  // namespace gpuproof
