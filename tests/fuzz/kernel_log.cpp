// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Any text as a kernel log: kmsg records, dmesg, syslog.
#include "harness/facts/log_events.h"
#include "harness/machine/kernel_log_parse.h"
#include "tests/fuzz/require.h"

using namespace gpuproof;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const LogTimes times{.boottime_us = 86'400'000'000, .wall_us = 1'796'040'000'000'000};
  const LogLimits limits{.lines_per_topic = 20, .line_bytes = 256};
  for (const auto* source : {"kmsg", "/var/log/kern.log"}) {
    const auto log = parse_kernel_log(view_of(data, size), source, times, limits);
    for (const auto& line : log.lines) {
      require_clean(line.text);
      require(line.topic != LogTopic::other);
    }
    if (log.covers_from_us && log.covers_to_us) require(*log.covers_from_us <= *log.covers_to_us);
  }
  return 0;
}
