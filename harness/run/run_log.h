// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The journal as the supervisor writes it: it survives a full disk long enough to say so.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/record/journal.h"
#include "harness/record/plan.h"

namespace gpuproof {

class RunLog {
 public:
  using Write = std::function<void(JournalLine)>;

  // `write` throws SystemError where the line cannot be stored; `free_reserve` then makes room.
  RunLog(Write write, std::function<void()> free_reserve)
      : write_(std::move(write)), free_reserve_(std::move(free_reserve)) {}

  void header(const JournalHeader&);
  void resumed(const std::string& boot_id);
  void started(const PlanStep&);
  void result(const BenchRecord&);
  void event(const std::string& name, const std::string& message,
             std::optional<int> step = std::nullopt);
  void finished();

  // Why no further line can be stored; empty while all is well. Measuring on would be in vain.
  const std::string& failure() const { return failure_; }

 private:
  void append(JournalLine line);
  void give_up(const std::string& event, const std::string& why);

  Write write_;
  std::function<void()> free_reserve_;
  std::string failure_;
};

}  // namespace gpuproof
