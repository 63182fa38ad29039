// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Temperature of every NVMe drive against its own thresholds.
#include <fmt/core.h>

#include <algorithm>

#include "harness/checks/check.h"
#include "harness/checks/storage/nvme_drives.h"

namespace gpuproof {
namespace {

// Sensors of one drive lie near each other: further apart, one of them is wrong.
constexpr int suspect_gap_c = 25;

bool sensors_disagree(const NvmeSmart& smart) {
  if (!smart.temperature_c || smart.sensors_c.empty()) return false;
  const auto coldest = *std::min_element(smart.sensors_c.begin(), smart.sensors_c.end());
  return smart.sensors_c.size() > 1 && *smart.temperature_c - coldest >= suspect_gap_c;
}

std::uint64_t throttled_s(const NvmeSmart& smart) {
  return smart.thermal_time_1_s + smart.thermal_time_2_s;
}

// Seconds that the drive slowed itself for heat since the earlier state.
std::uint64_t throttled_since(CheckContext& c, const BlockDevice& drive) {
  const auto* before = same_drive(c.input.before, drive);
  if (!before || !before->smart) return 0;
  const auto then = throttled_s(*before->smart), now = throttled_s(*drive.smart);
  return now > then ? now - then : 0;
}

void judge_heat(CheckContext& c, const BlockDevice& drive, Finding f) {
  const auto& smart = *drive.smart;
  const auto subject = c.subject(drive);
  const int now = *smart.temperature_c;
  const bool critical = smart.critical_temp_c && now >= *smart.critical_temp_c;
  const bool warning = smart.warning_temp_c && now >= *smart.warning_temp_c;
  const bool flagged = (smart.critical_warning & 2) != 0;  // bit 1: outside its thresholds
  if ((critical || warning || flagged) && sensors_disagree(smart)) {
    f.cause = "the sensors of the drive disagree: its firmware may be reading one wrongly";
    f.remedy = "switch the machine off and on, read again, and update the firmware of the drive";
    f.who = Who::vendor;
    return c.warn(subject, f);
  }
  if (critical) return c.fail(subject, f);
  const auto throttled = throttled_since(c, drive);
  if (throttled > 0)
    f.evidence.push_back(fmt::format("slowed itself for {} s since the earlier state", throttled));
  if (warning || flagged || throttled > 0) return c.warn(subject, f);
  if (!smart.warning_temp_c && !smart.critical_temp_c)
    return c.skip(SkipKind::no_expectation, subject, f);
  c.pass(subject, f);
}

void judge_drive(CheckContext& c, const BlockDevice& drive) {
  const Labels labels{{"drive", drive.name}};
  if (!c.readable(drive.smart, c.subject(drive), "the drive has no health log", labels)) return;
  const auto& smart = *drive.smart;
  if (!c.readable(smart.temperature_c, c.subject(drive), "the drive tells none", labels)) return;
  Finding f{.observed = fmt::format("{} degrees C", *smart.temperature_c),
            .remedy = "give the drive a heat sink and air, and look at what blows on it",
            .who = Who::builder,
            .labels = labels};
  if (smart.warning_temp_c)
    f.expected = fmt::format("below its warning threshold of {} degrees C", *smart.warning_temp_c);
  else if (smart.critical_temp_c)
    f.expected = fmt::format("below its critical {} degrees C", *smart.critical_temp_c);
  for (const int sensor : smart.sensors_c)
    f.evidence.push_back(fmt::format("sensor: {} degrees C", sensor));
  if (c.judge_setting(c.subject(drive), f.observed, f)) return;
  judge_heat(c, drive, f);
}

void temperature(CheckContext& c) {
  if (!has_nvme(c)) return;
  for (const auto* drive : nvme_drives(c.now)) judge_drive(c, *drive);
}

const Register<Check> registered{{.name = "storage/temperature",
                                  .about = "Temperature",
                                  .why = "A hot drive slows itself down, and then switches off.",
                                  .run = temperature}};

}  // namespace
}  // namespace gpuproof
