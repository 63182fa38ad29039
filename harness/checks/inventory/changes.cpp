// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Parts against the snapshot before, by serial number: lost, exchanged, moved, new.
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "harness/base/text.h"
#include "harness/checks/inventory/found_parts.h"

namespace gpuproof {
namespace {

// A part is known again by its serial; without one its place and model must do.
std::string identity(const FoundPart& part) {
  return part.serial.empty() ? part.slot + "|" + part.model + "|" + part.pci_id : part.serial;
}

const FoundPart* find_same(const std::vector<FoundPart>& parts, const FoundPart& wanted) {
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const auto& part) {
    return identity(part) == identity(wanted);
  });
  return found == parts.end() ? nullptr : &*found;
}

const FoundPart* in_slot(const std::vector<FoundPart>& parts, const FoundPart& wanted) {
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const auto& part) {
    return !part.slot.empty() && part.slot == wanted.slot;
  });
  return found == parts.end() ? nullptr : &*found;
}

struct Change {
  std::string text, remedy;
  Subject subject;
  bool lost = false;
};

Change lost_or_exchanged(const FoundPart& then, const std::vector<FoundPart>& now,
                         const std::vector<FoundPart>& before) {
  const auto* other = in_slot(now, then);
  if (other && !find_same(before, *other))
    return {then.subject.text() + " was exchanged for " + other->subject.text(),
            "run the acceptance of the new part", other->subject, false};
  return {then.subject.text() + " is no longer there", "reseat it, then check its power and cable",
          then.subject, true};
}

std::vector<Change> changes_of(const std::vector<FoundPart>& before,
                               const std::vector<FoundPart>& now) {
  std::vector<Change> changes;
  for (const auto& then : before) {
    const auto* same = find_same(now, then);
    if (!same)
      changes.push_back(lost_or_exchanged(then, now, before));
    else if (!then.serial.empty() && same->slot != then.slot)
      changes.push_back(
          {fmt::format("{} moved from {} to {}", same->subject.text(), then.slot, same->slot),
           "nothing, if this was meant", same->subject, false});
    else if (same->firmware != then.firmware && !same->firmware.empty() && !then.firmware.empty())
      changes.push_back({fmt::format("{}: firmware {} instead of {}", same->subject.text(),
                                     same->firmware, then.firmware),
                         "compare the figures of both versions", same->subject, false});
  }
  for (const auto& part : now)
    if (!find_same(before, part) && !in_slot(before, part))
      changes.push_back(
          {part.subject.text() + " is new", "run its acceptance", part.subject, false});
  return changes;
}

void report(CheckContext& c, const std::string& kind, const Change& change, std::size_t number) {
  Finding f{.observed = change.text,
            .expected = "as in the snapshot before",
            .finding = change.text + "; " + change.remedy + ".",
            .remedy = change.remedy,
            .who = Who::builder,
            .labels = {{"device", fmt::format("{}-{}", kind, number)}}};
  if (!change.lost) return c.warn(change.subject, std::move(f));
  // A lost GPU is judged once, by gpu/inventory.
  if (kind == "gpu") f.cause = "the same incident as gpu/inventory";
  c.fail(change.subject, std::move(f));
}

void changes(CheckContext& c) {
  if (!c.input.before) return;
  bool any = false, gap = false;
  for (const auto& kind : part_kinds()) {
    const auto before = found_parts(c, *c.input.before, kind), now = found_parts(c, c.now, kind);
    if (!before.gap.empty() || !now.gap.empty()) {
      gap = gap || before.gap.empty();  // what was known before cannot be told now
      continue;
    }
    std::size_t number = 0;
    for (const auto& change : changes_of(before.parts, now.parts)) {
      report(c, kind, change, ++number);
      any = true;
    }
  }
  if (any) return;
  if (gap)
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "some parts can no longer be listed", .remedy = "run as root"});
  c.pass(c.machine(), {.observed = "the same parts as in the snapshot before"});
}

const Register<Check> registered{{.name = "inventory/changes",
                                  .about = "Parts against the snapshot before",
                                  .why = "What changed in the machine explains what changed in its "
                                         "figures, and a part that left is a fault.",
                                  .run = changes}};

}  // namespace
}  // namespace gpuproof
