// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/pcie/aer_tally.h"

#include <algorithm>

#include "harness/base/text.h"
#include "harness/facts/log_events.h"

namespace gpuproof {
namespace {

// The snapshot before, when its counters go on in this one: the same boot.
const Snapshot* same_boot_before(const CheckContext& c) {
  const auto* before = c.input.before;
  if (!before) return nullptr;
  const auto &now_id = c.now.header.boot_id, &then_id = before->header.boot_id;
  if (now_id && then_id) return *now_id == *then_id ? before : nullptr;
  return before->header.boottime_us <= c.now.header.boottime_us ? before : nullptr;
}

std::uint64_t grown(const Fact<AerCounters>& now, const Fact<AerCounters>* then, AerTally& tally) {
  std::uint64_t sum = 0;
  if (!now) return sum;
  tally.counted = true;
  for (const auto& [name, count] : *now) {
    if (starts_with(name, "TOTAL")) continue;
    std::uint64_t start = 0;
    if (then && *then && (*then)->count(name)) start = (*then)->at(name);
    if (count < start) tally.was_reset = true;
    const auto more = count < start ? count : count - start;
    if (more > 0) tally.names.insert(name);
    sum += more;
  }
  return sum;
}

// Enumeration probes what is not there: requests that nobody supports are no fault.
bool is_probing(const std::string& name) { return name == "UnsupReq" || starts_with(name, "TOTAL"); }

std::uint64_t uncorrected_of(const PciDevice* device) {
  std::uint64_t sum = 0;
  if (!device) return sum;
  for (const auto* counters : {&device->aer_nonfatal, &device->aer_fatal})
    if (*counters)
      for (const auto& [name, count] : **counters)
        if (!is_probing(name)) sum += count;
  return sum;
}

void count_counters(const CheckContext& c, const Snapshot* before, AerPeriod& period) {
  if (!c.now.pci.devices) return;
  for (const auto& device : *c.now.pci.devices) {
    const auto* then = before ? before->pci.find(device.address) : nullptr;
    auto& tally = period.devices[device.address];
    tally.corrected = grown(device.aer_correctable, then ? &then->aer_correctable : nullptr, tally);
    tally.nonfatal = grown(device.aer_nonfatal, then ? &then->aer_nonfatal : nullptr, tally);
    tally.fatal = grown(device.aer_fatal, then ? &then->aer_fatal : nullptr, tally);
    tally.earlier_uncorrected = uncorrected_of(then);
  }
}

struct Logged {
  // One incident prints a message line and an error line: they are counted apart, the larger holds.
  std::map<AerSeverity, std::uint64_t> messages, errors;
};

void count_line(const LogLine& line, const AerEvent& event, std::map<std::string, Logged>& logged,
                AerPeriod& period) {
  auto& tally = period.devices[event.device];
  if (event.part == AerPart::bit) tally.names.insert(event.bit_name);
  tally.bursts += event.multiple;
  if (event.severity) {
    auto& device = logged[event.device];
    ++(event.part == AerPart::message ? device.messages : device.errors)[*event.severity];
  }
  if (tally.lines.size() < 4) tally.lines.push_back(line.text);
}

void count_log(const CheckContext& c, std::int64_t from_us, AerPeriod& period) {
  if (!c.now.kernel_log) return;
  period.log_read = true;
  std::map<std::string, Logged> logged;
  for (const auto& line : c.now.kernel_log->lines) {
    if (line.earlier_boot) continue;
    const auto event = parse_aer(line.text);
    if (!event) continue;
    period.log_speaks = true;
    if (line.boottime_us.value_or(from_us) >= from_us) count_line(line, *event, logged, period);
  }
  for (auto& [address, lines] : logged) {
    auto& tally = period.devices[address];
    const auto most = [&lines = lines](AerSeverity s) {
      return std::max(lines.messages[s], lines.errors[s]);
    };
    tally.corrected = std::max(tally.corrected, most(AerSeverity::corrected));
    tally.nonfatal = std::max(tally.nonfatal, most(AerSeverity::nonfatal));
    tally.fatal = std::max(tally.fatal, most(AerSeverity::fatal));
  }
}

}  // namespace

AerPeriod aer_period(const CheckContext& c) {
  AerPeriod period;
  const auto* before = same_boot_before(c);
  const auto from_us = before ? before->header.boottime_us : 0;
  period.since_boot = !before;
  period.hours = static_cast<double>(c.now.header.boottime_us - from_us) / 3600e6;
  count_counters(c, before, period);
  count_log(c, from_us, period);
  return period;
}

}  // namespace gpuproof
