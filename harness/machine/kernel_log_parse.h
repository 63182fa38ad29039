// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Kernel log text to the lines that matter, whatever wrote it: /dev/kmsg, dmesg, syslog, journald.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/facts/kernel_log.h"

namespace gpuproof {

struct LogTimes {
  std::int64_t boottime_us = 0;  // when the log was read
  std::int64_t wall_us = 0;
  // Dates without a zone are UTC. Otherwise their zone is found by lines that carry both a date
  // and the time since boot; where there is none, the date stays unreadable.
  bool local_is_utc = true;
  // Printed stamps times this are CLOCK_BOOTTIME: the kernel stamps with a clock that NTP does not
  // steer, and 30 ppm are two minutes in two months.
  double stamp_scale = 1;
  std::string hostname;  // lines dated by another host are left out; empty: all are taken
};

struct LogLimits {
  std::size_t lines_per_topic = 2000;  // half of them from the start, half from the end
  std::size_t line_bytes = 1024;
};

// Lines of several boots may follow each other; those before the running one are marked. Where
// nothing of this boot is in the text, both ends of the coverage are absent.
KernelLog parse_kernel_log(std::string_view text, const std::string& source, const LogTimes&,
                           const LogLimits& = {});

// kmsg writes bytes outside of printable ASCII as \xNN; this takes them back.
std::string unescape_kmsg(std::string_view);

// `older` (a file) completes `ring` (kmsg): earlier boots, and what the ring has already dropped.
KernelLog merge_logs(KernelLog ring, const KernelLog& older);

}  // namespace gpuproof
