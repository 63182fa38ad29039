// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Kernel log: the lines about GPUs, PCIe, memory and storage, and the window they cover.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/facts/fact.h"

namespace gpuproof {

enum class LogTopic { gpu, pcie, memory, storage, module, other };
template <>
struct EnumNames<LogTopic> {
  static constexpr std::array<EnumRow<LogTopic>, 6> table{{{LogTopic::gpu, "gpu"},
                                                           {LogTopic::pcie, "pcie"},
                                                           {LogTopic::memory, "memory"},
                                                           {LogTopic::storage, "storage"},
                                                           {LogTopic::module, "module"},
                                                           {LogTopic::other, "other"}}};
};

struct LogLine {
  Fact<std::int64_t> boottime_us;  // since boot, from /dev/kmsg or [ ... ] stamps
  Fact<std::int64_t> wall_us;      // since 1970, from syslog dates
  LogTopic topic = LogTopic::other;
  std::string text;  // without the stamp, cleaned of control characters
  bool earlier_boot = false;
};
template <class V>
void describe(V& v, LogLine& x) {
  v("boottime_us", x.boottime_us, "microseconds since boot");
  v("wall_us", x.wall_us, "microseconds since 1970, from a syslog date");
  v("topic", x.topic);
  v("text", x.text);
  v("earlier_boot", x.earlier_boot);
}

struct KernelLog {
  std::string source;  // kmsg, /var/log/kern.log, /var/log/messages, ...
  std::vector<LogLine> lines;
  Fact<std::int64_t> covers_from_us;  // boottime of the first line seen, 0: complete since boot
  Fact<std::int64_t> covers_to_us;
  bool overrun = false;
  int dropped = 0;
  std::vector<std::string> notes;
};
template <class V>
void describe(V& v, KernelLog& x) {
  v("source", x.source);
  v("lines", x.lines);
  v("covers_from_us", x.covers_from_us,
    "microseconds since boot; 0: complete since boot; null: nothing of this boot");
  v("covers_to_us", x.covers_to_us);
  v("overrun", x.overrun, "the ring buffer lost lines while it was read");
  v("dropped", x.dropped, "relevant lines beyond the limit of the snapshot");
  v.maybe("notes", x.notes, "log files that were not read, and why");
}

}  // namespace gpuproof
