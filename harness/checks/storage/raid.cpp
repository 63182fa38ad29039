// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// State of every software RAID array.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

// States of md in which an array serves requests with nothing amiss (Documentation/admin-guide/md).
bool is_sound(const std::string& state) {
  for (const auto* sound : {"clean", "active", "active-idle", "write-pending", "read-auto"})
    if (state == sound) return true;
  return false;
}

void judge_array(CheckContext& c, const BlockDevice& array) {
  Subject subject{.kind = "array", .place = array.name, .model = array.raid_level.value_or("")};
  const Labels labels{{"drive", array.name}};
  if (!c.readable(array.array_state, subject, "", labels)) return;
  if (array.degraded_disks.is_unreadable() &&
      !c.readable(array.degraded_disks, subject, "", labels))
    return;
  const auto& state = *array.array_state;
  const int missing = array.degraded_disks.value_or(0);
  Finding f{.observed = state, .expected = "clean, with all members", .labels = labels};
  f.who = Who::admin;
  f.evidence.push_back("members: " + join(array.members, ", "));
  if (missing > 0) f.observed += fmt::format(", {} members missing", missing);
  const bool rebuilding =
      contains(state, "recover") || contains(state, "resync") || contains(state, "reshap");
  if (missing > 0 || contains(state, "degraded") || contains(state, "inactive") ||
      contains(state, "broken")) {
    f.remedy = rebuilding ? "let it finish rebuilding, then test again"
                          : "find the lost member (mdadm --detail) and replace it";
    return c.fail(subject, f);
  }
  if (rebuilding) {
    f.remedy = "let it finish, then test again: its speed means nothing now";
    return c.warn(subject, f);
  }
  if (!is_sound(state)) {
    f.remedy = "look at it with mdadm --detail";
    return c.fail(subject, f);
  }
  c.pass(subject, f);
}

void raid(CheckContext& c) {
  if (!c.readable(c.now.storage.devices, c.machine())) return;
  bool some = false;
  for (const auto& device : *c.now.storage.devices)
    if (device.kind == "md") {
      some = true;
      judge_array(c, device);
    }
  if (!some) c.skip(SkipKind::not_applicable, c.machine(), {.observed = "no software RAID array"});
}

const Register<Check> registered{
    {.name = "storage/raid",
     .about = "State of the RAID",
     .why = "A degraded array has lost its protection, and one that rebuilds is slow.",
     .run = raid}};

}  // namespace
}  // namespace gpuproof
