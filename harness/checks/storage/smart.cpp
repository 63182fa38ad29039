// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Health log of every NVMe drive, and what its counters gained.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/check.h"
#include "harness/checks/storage/nvme_drives.h"

namespace gpuproof {
namespace {

struct Flag {
  int bit;
  const char* meaning;
};
// Critical warnings of the NVMe health log; bit 1, the temperature, is storage/temperature's.
constexpr Flag flags[] = {{0, "spare blocks are below the threshold"},
                          {2, "reliability is degraded"},
                          {3, "it is read-only"},
                          {4, "the backup of its volatile memory failed"},
                          {5, "its persistent memory region is unreliable"}};

std::vector<std::string> faults(const NvmeSmart& smart) {
  std::vector<std::string> found;
  for (const auto& flag : flags)
    if (smart.critical_warning >> flag.bit & 1) found.emplace_back(flag.meaning);
  if (smart.available_spare_pct < smart.spare_threshold_pct && !(smart.critical_warning & 1))
    found.push_back(fmt::format("{} % of its spare blocks are left, {} % is its threshold",
                                smart.available_spare_pct, smart.spare_threshold_pct));
  return found;
}

std::vector<std::string> wear(const NvmeSmart& smart) {
  std::vector<std::string> found;
  if (smart.media_errors > 0)
    found.push_back(fmt::format("{} media errors in its life", smart.media_errors));
  if (smart.percentage_used >= 90)
    found.push_back(fmt::format("{} % of its rated life is used", smart.percentage_used));
  return found;
}

std::vector<std::string> figures(const NvmeSmart& smart) {
  return {fmt::format("spare {} % (threshold {} %)", smart.available_spare_pct,
                      smart.spare_threshold_pct),
          fmt::format("used {} %", smart.percentage_used),
          fmt::format("media errors {}", smart.media_errors),
          fmt::format("unsafe shutdowns {}", smart.unsafe_shutdowns),
          fmt::format("power-on hours {}", smart.power_on_hours)};
}

void judge_drive(CheckContext& c, const BlockDevice& drive) {
  const auto subject = c.subject(drive);
  const Labels labels{{"drive", drive.name}};
  if (!c.readable(drive.smart, subject, "the drive has no health log", labels)) return;
  const auto& smart = *drive.smart;
  Finding f{.observed = "no fault reported",
            .expected = "no fault",
            .remedy = "save the data and replace the drive",
            .who = Who::builder,
            .evidence = figures(smart),
            .labels = labels};
  auto found = faults(smart);
  const auto* before = same_drive(c.input.before, drive);
  const auto earlier = before && before->smart ? before->smart->media_errors : smart.media_errors;
  if (smart.media_errors > earlier)
    found.push_back(
        fmt::format("{} new media errors since the earlier state", smart.media_errors - earlier));
  if (!found.empty()) {
    f.observed = join(found, "; ");
    return c.fail(subject, f);
  }
  if (smart.media_errors < earlier) {
    f.observed = "its error counter was set back in between";
    f.remedy = "read the health log again and compare the serial number";
    return c.inconclusive(subject, f);
  }
  if (const auto worn = wear(smart); !worn.empty()) {
    f.observed = join(worn, "; ");
    f.remedy = "watch it; replace it when the figures grow";
    return c.warn(subject, f);
  }
  c.pass(subject, f);
}

void smart(CheckContext& c) {
  if (!has_nvme(c)) return;
  for (const auto* drive : nvme_drives(c.now)) judge_drive(c, *drive);
}

const Register<Check> registered{
    {.name = "storage/smart",
     .about = "Health (SMART)",
     .why = "Spare blocks that run out and growing media errors come before lost data.",
     .run = smart}};

}  // namespace
}  // namespace gpuproof
