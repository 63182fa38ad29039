// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/system_launcher.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/run/kernel_counters.h"
#include "harness/run/protocol.h"
#include "harness/run/spawn.h"

namespace gpuproof {
namespace {

// Where the kernel has no pidfd (before 5.3), ends are looked for this often.
constexpr int blind_poll_ms = 50;

sigset_t watched_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&set, number);
  return set;
}

void set_nonblocking(const FileHandle& handle) {
  ::fcntl(handle.get(), F_SETFL, ::fcntl(handle.get(), F_GETFL) | O_NONBLOCK);
}

}  // namespace

SystemLauncher::SystemLauncher(std::string program) : program_(std::move(program)) {
  const auto set = watched_signals();
  ::pthread_sigmask(SIG_BLOCK, &set, &old_mask_);
  signals_ = FileHandle(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!signals_) throw SystemError("cannot watch signals", errno);
}

SystemLauncher::~SystemLauncher() {
  for (auto& [id, child] : children_) {
    ::kill(-child.pid, SIGKILL);
    ::waitpid(child.pid, nullptr, WNOHANG);
  }
  ::pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

ChildId SystemLauncher::start(const LaunchSpec& spec) {
  const auto oom_kills = out_of_memory_kills();
  auto spawned = spawn(program_, spec);
  set_nonblocking(spawned.orders);
  set_nonblocking(spawned.records);
  // By number: glibc 2.36 declares it for C alone.
  FileHandle pidfd(static_cast<int>(::syscall(SYS_pidfd_open, spawned.pid, 0)));
  children_.emplace(next_, Child{spawned.pid, std::move(spawned.orders), std::move(spawned.records),
                                 std::move(pidfd), LineBuffer(protocol_line_limit), oom_kills});
  return next_++;
}

bool SystemLauncher::send(ChildId id, std::string_view line) {
  const auto found = children_.find(id);
  if (found == children_.end()) return false;
  while (!line.empty()) {
    const auto n = ::write(found->second.orders.get(), line.data(), line.size());
    if (n > 0) {
      line.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {  // a worker reads its orders at once, or it hangs
      pollfd out{found->second.orders.get(), POLLOUT, 0};
      if (::poll(&out, 1, 1000) <= 0) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

void SystemLauncher::end(ChildId id, int signal) {
  const auto found = children_.find(id);
  if (found != children_.end()) ::kill(-found->second.pid, signal);
}

std::vector<ProcessEvent> SystemLauncher::wait(Nanoseconds timeout) {
  Events events;
  const auto& clock = system_clock();
  // MONOTONIC_RAW and poll both stand still during suspend; a step of the wall clock moves neither.
  const auto until = clock.raw() + std::max<Nanoseconds>(timeout, 0);
  for (bool first = true; events.empty(); first = false) {
    const auto left = until - clock.raw();
    if (left <= 0 && !first) break;
    const auto ms = std::max<Nanoseconds>(0, (left + 999'999) / 1'000'000);
    poll_once(static_cast<int>(std::min<Nanoseconds>(ms, 60'000)), events);
  }
  return events;
}

void SystemLauncher::poll_once(int timeout_ms, Events& events) {
  std::vector<pollfd> fds{{signals_.get(), POLLIN, 0}};
  for (auto& [id, child] : children_) {
    if (child.records) fds.push_back({child.records.get(), POLLIN, 0});
    if (child.pidfd)
      fds.push_back({child.pidfd.get(), POLLIN, 0});
    else
      timeout_ms = std::min(timeout_ms, blind_poll_ms);
  }
  if (::poll(fds.data(), fds.size(), timeout_ms) < 0 && errno != EINTR)
    throw SystemError("cannot wait for the workers", errno);
  read_signals(events);
  for (auto child = children_.begin(); child != children_.end();) {
    // Look for the end before the last read: what was written before the end is then all read.
    Events end;
    const bool ended = reap(child->first, child->second, end);
    read_records(child->first, child->second, events);
    std::move(end.begin(), end.end(), std::back_inserter(events));
    child = ended ? children_.erase(child) : std::next(child);
  }
}

void SystemLauncher::read_signals(Events& events) {
  signalfd_siginfo info{};
  while (::read(signals_.get(), &info, sizeof info) == sizeof info)
    events.push_back(
        {.kind = ProcessEvent::Kind::signal, .number = static_cast<int>(info.ssi_signo)});
}

void SystemLauncher::read_records(ChildId id, Child& child, Events& events) {
  char block[1 << 16];
  while (child.records) {
    const auto n = ::read(child.records.get(), block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {
      child.records.reset();
      events.push_back({.kind = ProcessEvent::Kind::closed, .child = id});
      return;
    }
    for (auto& line : child.lines.add({block, static_cast<std::size_t>(n)}))
      events.push_back({.kind = ProcessEvent::Kind::line, .child = id, .text = std::move(line)});
    if (child.lines.overflows()) {
      child.records.reset();
      events.push_back({.kind = ProcessEvent::Kind::overflow, .child = id});
      return;
    }
  }
}

bool SystemLauncher::reap(ChildId id, Child& child, Events& events) {
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(child.pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != child.pid)
    return false;
  // Processes that it started must not outlive it; until it is waited for, its group is its own.
  ::kill(-child.pid, SIGKILL);
  int status = 0;
  ::waitpid(child.pid, &status, 0);
  ProcessEvent event{.kind = ProcessEvent::Kind::ended, .child = id};
  if (WIFSIGNALED(status))
    event.end.signal = WTERMSIG(status);
  else
    event.end.exit_code = WEXITSTATUS(status);
  const auto now = out_of_memory_kills();
  event.end.out_of_memory = event.end.signal == SIGKILL && now && child.oom_kills_at_start &&
                            *now > *child.oom_kills_at_start;
  events.push_back(std::move(event));
  return true;
}

std::int64_t SystemLauncher::pid(ChildId id) const {
  const auto found = children_.find(id);
  return found == children_.end() ? 0 : found->second.pid;
}

std::string SystemLauncher::state(ChildId id) const { return process_state(pid(id)); }

std::string signal_text(int number) {
  const char* name = ::sigabbrev_np(number);
  return name ? std::string("SIG") + name : "signal " + std::to_string(number);
}

}  // namespace gpuproof
