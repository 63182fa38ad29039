// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/kernel_log/xid_events.h"

namespace gpuproof {

std::vector<LoggedXid> logged_xids(const Snapshot& now, const RunWindow* window) {
  std::vector<LoggedXid> found;
  if (!now.kernel_log) return found;
  for (const auto& line : now.kernel_log->lines)
    if (auto event = parse_xid(line.text))
      found.push_back(
          {std::move(*event), scope_of(line, window), line.text, line.boottime_us.value_or(-1)});
  return found;
}

std::vector<std::string> cut_xid_lines(const Snapshot& now, const RunWindow* window,
                                       LogScope period) {
  std::vector<std::string> found;
  if (!now.kernel_log) return found;
  for (const auto& line : now.kernel_log->lines)
    if (is_xid_line(line.text) && !parse_xid(line.text) && scope_of(line, window) == period)
      found.push_back(line.text);
  return found;
}

}  // namespace gpuproof
