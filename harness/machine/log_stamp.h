// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The stamp in front of one kernel log line: kmsg records, dmesg, syslog and ISO dates.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gpuproof {

enum class LogForm { kmsg, dmesg, dated, bare, indented };

struct StampedLine {
  LogForm form = LogForm::bare;
  std::optional<std::int64_t> boottime_us;
  std::optional<std::int64_t> wall_us;  // in local_time the zone is not known: read as if UTC
  bool local_time = false;
  bool from_kernel = true;                // not written by a program
  std::optional<std::uint64_t> sequence;  // kmsg only
  std::string_view host;                  // dated lines only, up to its first dot
  std::string_view text;
};

// Syslog dates have no year: the latest year that does not put the line after `now_wall_us` (one
// day of grace, since the zone may be ahead of UTC).
StampedLine read_stamp(std::string_view line, std::int64_t now_wall_us);

}  // namespace gpuproof
