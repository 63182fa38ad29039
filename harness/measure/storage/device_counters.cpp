// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/device_counters.h"

#include "harness/base/text.h"
#include "harness/measure/storage/sys_file.h"

namespace gpuproof {
namespace {

constexpr std::uint64_t sector = 512;  // of these counters, whatever the drive's own size

}  // namespace

std::optional<DriveCounters> parse_block_stat(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  for (const auto word : words(text)) {
    const auto number = to_uint(word);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  if (numbers.size() < 11) return std::nullopt;
  return DriveCounters{numbers[0], numbers[1], numbers[2] * sector, numbers[6] * sector};
}

CounterReading read_drive_counters(const std::vector<std::string>& drives,
                                   const std::string& root) {
  CounterReading reading;
  if (drives.empty()) reading.problem = "no drive is known below the target";
  for (const auto& name : drives) {
    const fs::path at = fs::path(root + "/sys/class/block") / name;
    const auto counters = parse_block_stat(sys_text(at / "stat").value_or(""));
    if (!counters)
      reading.problem = (at / "stat").string() + " cannot be read";
    else if (sys_line(at / "queue/iostats").value_or("1") == "0")
      reading.problem = "the counters of " + name + " are switched off (queue/iostats is 0)";
    else
      reading.drives[name] = *counters;
  }
  return reading;
}

DriveTraffic traffic_between(const CounterReading& before, const CounterReading& after,
                             std::uint64_t claimed_bytes) {
  DriveTraffic traffic;
  traffic.problem = before.problem.empty() ? after.problem : before.problem;
  if (traffic.problem.empty() && claimed_bytes == 0) traffic.problem = "nothing was read";
  for (const auto& [name, now] : after.drives) {
    const auto then = before.drives.find(name);
    if (then == before.drives.end() || now.reads < then->second.reads ||
        now.read_bytes < then->second.read_bytes) {
      if (traffic.problem.empty()) traffic.problem = "the counters of " + name + " went back";
      continue;
    }
    traffic.reads += now.reads - then->second.reads;
    traffic.merges += now.read_merges - then->second.read_merges;
    traffic.read_bytes += now.read_bytes - then->second.read_bytes;
    traffic.written_bytes += now.written_bytes - then->second.written_bytes;
  }
  if (!traffic.problem.empty()) return traffic;
  traffic.share = static_cast<double>(traffic.read_bytes) / static_cast<double>(claimed_bytes);
  if (traffic.reads > 0)
    traffic.mean_read_bytes =
        static_cast<double>(traffic.read_bytes) / static_cast<double>(traffic.reads);
  return traffic;
}

}  // namespace gpuproof
