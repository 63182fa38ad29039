// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// From the verdict of a report to an exit code; --strict counts warnings.
#pragma once

#include <algorithm>

#include "harness/cli/exit_status.h"
#include "harness/record/report.h"

namespace gpuproof {

inline bool has_warning(const Report& report) {
  return std::any_of(report.items.begin(), report.items.end(), [](const Item& item) {
    return item.outcome == Outcome::warn ||
           (item.outcome == Outcome::fail && item.required == Required::no);
  });
}

inline ExitStatus verdict_status(const Report& report) {
  if (report.verdict == Verdict::rejected) return ExitStatus::bad;
  if (report.strict && has_warning(report)) return ExitStatus::bad;
  return report.verdict == Verdict::accepted ? ExitStatus::good : ExitStatus::incomplete;
}

}  // namespace gpuproof
