// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Processes of a test, forked, and a state file that they share.
#pragma once

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>

namespace gpuproof::vgpu {

// Runs a function in a process of its own, which ends with what it returns.
class ChildProcess {
 public:
  explicit ChildProcess(const std::function<int()>& body) {
    std::fflush(nullptr);  // or the child may write it too
    pid_ = ::fork();
    if (pid_ == 0) ::_exit(body());
  }
  ChildProcess(ChildProcess&& other) noexcept : pid_(other.pid_) { other.pid_ = 0; }
  ChildProcess& operator=(ChildProcess&& other) noexcept {
    std::swap(pid_, other.pid_);
    return *this;
  }
  ~ChildProcess() {
    if (pid_ <= 0) return;
    kill();
    wait();
  }
  void kill() const { ::kill(pid_, SIGKILL); }
  // Its exit code, or minus the signal that ended it.
  int wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_ = 0;
};

class ScratchFile {
 public:
  ScratchFile() { ::close(::mkstemp(name_.data())); }
  ~ScratchFile() { ::unlink(name_.c_str()); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  const char* name() const { return name_.c_str(); }

 private:
  std::string name_ = (std::filesystem::temp_directory_path() / "gpuproof-state-XXXXXX").string();
};

// Real time since it was made.
class RealStopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace gpuproof::vgpu
