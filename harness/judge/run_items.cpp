// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Items that the course of the run itself shows: resets in its midst, telemetry that fell silent, a
// state afterwards that nobody recorded.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/units.h"
#include "harness/judge/items.h"

namespace gpuproof {
namespace {

// A clean end of a process is written down; without one, another boot means the machine went
// down by itself while it was under test.
bool reset_before(const Journal& journal, std::size_t resumed, const std::string& boot) {
  const auto& named = journal.lines[resumed].boot_id;
  if (!named || named->empty() || boot.empty() || *named == boot) return false;
  return !ended_cleanly(journal, resumed);
}

std::optional<Item> reset_item(const RunView& view) {
  const auto& lines = view.run.journal.lines;
  std::string boot = lines.empty() || !lines.front().header ? "" : lines.front().header->boot_id;
  int resets = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].type != JournalType::resumed) continue;
    if (reset_before(view.run.journal, i, boot)) ++resets;
    if (lines[i].boot_id) boot = *lines[i].boot_id;
  }
  if (resets == 0) return std::nullopt;
  Item item{.key = "run/unexpected_reset", .subject = view.subject({}), .outcome = Outcome::fail};
  item.observed =
      fmt::format("{} restart{} in the midst of the run", resets, resets == 1 ? "" : "s");
  item.why = "A machine that goes down under load is not fit for it.";
  item.finding = item.subject.text() +
                 ": restarted in the midst of the run without being asked to; look into power, "
                 "cooling and the system log, or waive this item if somebody did it.";
  item.remedy = "Look into power, cooling and the system log of the earlier boot.";
  item.who = Who::builder;
  return item;
}

// Windows of the results that no telemetry sample lies near.
int blind_windows(const RunView& view) {
  constexpr double longest_gap_s = 5;
  int blind = 0;
  for (const auto& line : view.run.journal.lines) {
    if (!line.result || line.result->metrics.empty()) continue;
    const auto window = summarise(view.run.telemetry, line.result->started_s - longest_gap_s,
                                  line.result->ended_s + longest_gap_s);
    if (window.samples == 0 || window.longest_gap_s > longest_gap_s) ++blind;
  }
  return blind;
}

Item telemetry_item(const RunView& view) {
  const int blind = blind_windows(view);
  Item item{.key = "run/telemetry",
            .subject = view.subject({}),
            .outcome = blind ? Outcome::inconclusive : Outcome::pass};
  item.why = "Sensors tell why a figure is low.";
  item.observed = fmt::format("{} of the timed windows without sensor readings", blind);
  item.finding = item.subject.text() +
                 (blind ? ": " + item.observed + "; causes of slow figures may stay unknown."
                        : ": sensors were read through all timed windows.");
  return item;
}

// Without it nobody knows what the load did to the machine.
Item machine_after_item(const RunView& view) {
  Item item{.key = "run/machine_after",
            .subject = view.subject({}),
            .outcome = Outcome::inconclusive};
  item.why = "Errors that the load brought about show only in what the machine counts afterwards.";
  item.observed = "machine-after.json is missing";
  item.remedy = "Make room where the run directory lies, and go on with --resume.";
  item.finding = item.subject.text() +
                 ": its state after the load was not recorded, so errors under load would not be "
                 "seen. " + item.remedy;
  item.who = Who::user;
  return item;
}

}  // namespace

std::vector<Item> run_items(const RunView& view) {
  std::vector<Item> items;
  if (auto reset = reset_item(view)) items.push_back(std::move(*reset));
  if (blind_windows(view) > 0 || !view.run.telemetry.empty()) items.push_back(telemetry_item(view));
  if (!view.run.after) items.push_back(machine_after_item(view));
  return items;
}

}  // namespace gpuproof
