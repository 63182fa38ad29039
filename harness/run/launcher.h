// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The seam between the supervisor and processes: start, send a line, end, wait for what happens.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/clock.h"

namespace gpuproof {

using ChildId = int;

struct LaunchSpec {
  std::vector<std::string> arguments;  // of this very program: {"worker"}
  std::filesystem::path log;           // takes what the child prints
};

struct ChildEnd {
  int exit_code = 0;
  int signal = 0;              // 0: it left by itself
  bool out_of_memory = false;  // the kernel's killer was active meanwhile
};

struct ProcessEvent {
  enum class Kind {
    line,      // text: one line of a child, without its newline
    overflow,  // a child writes a line without end
    closed,    // a child closed its pipe; its end may follow
    ended,     // how: see end
    signal     // we were sent `number`
  };
  Kind kind = Kind::line;
  ChildId child = -1;
  std::string text;
  ChildEnd end;
  int number = 0;
};

class ProcessLauncher {
 public:
  virtual ~ProcessLauncher() = default;
  // Own process group, nothing inherited but its two pipes. Throws SystemError.
  virtual ChildId start(const LaunchSpec&) = 0;
  // False where the child no longer listens; its end is reported by wait.
  virtual bool send(ChildId, std::string_view line) = 0;
  // To the whole process group of the child.
  virtual void end(ChildId, int signal) = 0;
  // What happened until now, or the first thing that happens within the time-out; then nothing.
  virtual std::vector<ProcessEvent> wait(Nanoseconds timeout) = 0;
  virtual std::int64_t pid(ChildId) const = 0;
  // For a child that does not end: "D (nvidia_ioctl)", as the kernel tells it; empty when unknown.
  virtual std::string state(ChildId) const = 0;
};

// "SIGSEGV"; "signal 40" where it has no name.
std::string signal_text(int number);

}  // namespace gpuproof
