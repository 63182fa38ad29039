// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/log_scope.h"

#include <fmt/core.h>

namespace gpuproof {

std::string covered_text(const Snapshot& now, const KernelLog& log) {
  if (!log.covers_from_us) return "of an unknown time";
  if (*log.covers_from_us == 0) return "since boot";
  constexpr double us_per_hour = 3600e6;
  return fmt::format(
      "of the last {:.1f} hours",
      static_cast<double>(now.header.boottime_us - *log.covers_from_us) / us_per_hour);
}

}  // namespace gpuproof
