// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Real processes: posix_spawn of this program, pipes, pidfd, signalfd, one poll.
#pragma once

#include <signal.h>

#include <map>
#include <optional>

#include "harness/base/files.h"
#include "harness/run/launcher.h"
#include "harness/run/line_buffer.h"

namespace gpuproof {

// In the child: orders are read here, records are written there.
constexpr int child_orders_fd = 3, child_records_fd = 4;

class SystemLauncher : public ProcessLauncher {
 public:
  // From now on SIGINT, SIGTERM and SIGHUP are events of wait(); the destructor gives them back.
  // `program` replaces /proc/self/exe in tests.
  explicit SystemLauncher(std::string program = "/proc/self/exe");
  // Kills what still runs: nobody is left to take its records.
  ~SystemLauncher() override;
  SystemLauncher(const SystemLauncher&) = delete;
  SystemLauncher& operator=(const SystemLauncher&) = delete;

  ChildId start(const LaunchSpec&) override;
  bool send(ChildId, std::string_view line) override;
  void end(ChildId, int signal) override;
  std::vector<ProcessEvent> wait(Nanoseconds timeout) override;
  std::int64_t pid(ChildId) const override;
  std::string state(ChildId) const override;

 private:
  struct Child {
    pid_t pid = -1;
    FileHandle orders, records, pidfd;
    LineBuffer lines;
    std::optional<std::uint64_t> oom_kills_at_start;
  };
  using Events = std::vector<ProcessEvent>;

  void poll_once(int timeout_ms, Events&);
  void read_signals(Events&);
  void read_records(ChildId, Child&, Events&);
  bool reap(ChildId, Child&, Events&);

  std::string program_;
  std::map<ChildId, Child> children_;
  ChildId next_ = 0;
  sigset_t old_mask_{};
  FileHandle signals_;
};

}  // namespace gpuproof
