// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/machine_times.h"

#include <cmath>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

Fact<std::int64_t> boot_second(const Host& host) {
  const auto stat = host.read("/proc/stat");
  if (!stat) return {};
  for (const auto line : lines(*stat))
    if (starts_with(line, "btime ")) return to_int(line.substr(6));
  return {};
}

}  // namespace

MachineTimes machine_times(const Host& host) {
  MachineTimes times{host.clock().boottime() / 1000, host.clock().wall() / 1000};
  if (!host.is_simulated()) return times;
  const auto text = host.read_line("/proc/uptime");
  const auto uptime_s = text ? first_number(*text) : std::nullopt;
  if (uptime_s && *uptime_s >= 0 && *uptime_s < 4e9)
    times.boottime_us = std::llround(*uptime_s * 1e6);
  if (const auto btime = boot_second(host); btime && uptime_s)
    times.wall_us = *btime * 1'000'000 + times.boottime_us;
  return times;
}

}  // namespace gpuproof
