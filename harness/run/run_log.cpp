// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/run_log.h"

#include <cerrno>

#include "harness/base/error.h"

namespace gpuproof {

void RunLog::header(const JournalHeader& header) {
  append({.type = JournalType::header, .header = header});
}

void RunLog::resumed(const std::string& boot_id) {
  append({.type = JournalType::resumed, .boot_id = boot_id});
}

void RunLog::started(const PlanStep& step) {
  append({.type = JournalType::started, .step = step.id, .benchmark = step.benchmark});
}

void RunLog::result(const BenchRecord& record) {
  append({.type = JournalType::result,
          .step = record.step,
          .benchmark = record.benchmark,
          .result = record});
}

void RunLog::event(const std::string& name, const std::string& message, std::optional<int> step) {
  append({.type = JournalType::event, .step = step, .event = name, .message = message});
}

void RunLog::finished() { append({.type = JournalType::finished}); }

void RunLog::append(JournalLine line) {
  try {
    write_(line);
    return;
  } catch (const SystemError& e) {  // a full disk ends the measuring, not the report
    const bool full = e.number == ENOSPC || e.number == EDQUOT;
    if (failure_.empty())
      free_reserve_();
    else
      return;
    failure_ = e.what();
    try {
      write_(line);
    } catch (const SystemError&) {  // the reserve was not enough for this one: it is lost
    }
    give_up(full ? "disk_full" : "journal_failed", e.what());
  }
}

void RunLog::give_up(const std::string& event, const std::string& why) {
  try {
    write_({.type = JournalType::event, .event = event, .message = why});
  } catch (const SystemError&) {  // said by the missing results then
  }
}

}  // namespace gpuproof
