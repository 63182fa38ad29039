// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The Xid lines of the kernel log with the period that each belongs to.
#pragma once

#include <string>
#include <vector>

#include "harness/checks/check.h"
#include "harness/checks/log_scope.h"
#include "harness/facts/log_events.h"

namespace gpuproof {

struct LoggedXid {
  XidEvent event;
  LogScope period = LogScope::this_boot;
  std::string line;
  std::int64_t boottime_us = -1;  // -1: unknown
};
// Empty where the log cannot be read: ask that first.
std::vector<LoggedXid> logged_xids(const Snapshot&, const RunWindow*);

// Lines that are Xids by their start but were cut before the number.
std::vector<std::string> cut_xid_lines(const Snapshot&, const RunWindow*, LogScope);

}  // namespace gpuproof
