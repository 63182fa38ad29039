// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/clock/thread_identity.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gpuproof::vgpu {
namespace {

struct Stat {
  char state = 'X';
  std::uint64_t started = 0;
};

// "12 (a name) S 1 ..." : the name may hold anything, so fields count from its last bracket.
Stat parse(const char* text) {
  constexpr int fields_from_state_to_start = 19;  // proc(5): 3 is the state, 22 the start
  const char* at = std::strrchr(text, ')');
  if (!at || at[1] == '\0') return {};
  Stat stat{.state = at[2]};
  at += 2;
  for (int field = 0; field < fields_from_state_to_start && at; ++field) {
    at = std::strchr(at, ' ');
    if (at) ++at;
  }
  if (at) stat.started = std::strtoull(at, nullptr, 10);
  return stat;
}

// Without allocations: this runs in processes of all kinds. Absent: state X.
Stat read_stat(std::int32_t tid) {
  char path[48], text[512];
  std::snprintf(path, sizeof path, "/proc/%d/stat", tid);
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  const auto n = ::read(fd, text, sizeof text - 1);
  ::close(fd);
  if (n <= 0) return {};
  text[n] = '\0';
  return parse(text);
}

}  // namespace

ThreadIdentity this_thread_identity() {
  const auto tid = static_cast<std::int32_t>(::syscall(SYS_gettid));
  return {tid, read_stat(tid).started};
}

ThreadIdentity this_process_identity() {
  const auto pid = static_cast<std::int32_t>(::getpid());
  return {pid, read_stat(pid).started};
}

bool is_alive(const ThreadIdentity& thread) {
  const auto stat = read_stat(thread.tid);
  return stat.state != 'X' && stat.state != 'Z' && stat.started == thread.started;
}

}  // namespace gpuproof::vgpu
