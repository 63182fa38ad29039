// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/gap.h"

#include <fmt/core.h>

#include <algorithm>

namespace gpuproof {
namespace {

const JournalLine* last_ending(const Journal& journal) {
  const auto found =
      std::find_if(journal.lines.rbegin(), journal.lines.rend(),
                   [](const auto& line) { return line.event && early_end(*line.event); });
  return found == journal.lines.rend() ? nullptr : &*found;
}

bool has(const Journal& journal, JournalType type) {
  return std::any_of(journal.lines.begin(), journal.lines.end(),
                     [&](const auto& line) { return line.type == type; });
}

bool was_started(const Journal& journal, int step) {
  return std::any_of(journal.lines.begin(), journal.lines.end(), [&](const auto& line) {
    return line.type == JournalType::started && line.step == step;
  });
}

}  // namespace

Gap gap_of(const Journal& journal, const PlanStep& step) {
  Gap gap{.remedy = "Go on with --resume."};
  const std::string when =
      was_started(journal, step.id) ? " while it was measured" : " before it was reached";
  if (const auto* line = last_ending(journal)) {
    gap.reason = std::string(early_end(*line->event)->text) + when;
    if (line->message && !line->message->empty()) gap.reason += " (" + *line->message + ")";
    return gap;
  }
  if (!has(journal, JournalType::finished)) {
    gap.reason = "the run ended without a word" + when + "; power loss or a kill does that";
    return gap;
  }
  return {.outcome = Outcome::error,
          .reason = "it was planned and never run",
          .remedy = "Please report this.",
          .who = Who::vendor};
}

std::vector<std::string> interruptions(const Journal& journal) {
  std::vector<std::string> notes;
  const JournalLine* open = nullptr;
  for (const auto& line : journal.lines) {
    if (line.type == JournalType::started) open = &line;
    if (line.type == JournalType::result && open && line.result && line.result->step == open->step)
      open = nullptr;
    if (line.type != JournalType::resumed) continue;
    notes.push_back(fmt::format(
        "The run was resumed{}.",
        open ? " after it ended while " + open->benchmark.value_or("a step") + " was measured"
             : ""));
    open = nullptr;
  }
  return notes;
}

}  // namespace gpuproof
