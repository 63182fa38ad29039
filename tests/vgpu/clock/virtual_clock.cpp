// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/clock/virtual_clock.h"

#include <linux/futex.h>
#include <poll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <limits>

#include "harness/base/error.h"
#include "tests/vgpu/clock/thread_identity.h"

namespace gpuproof::vgpu {
namespace {

// Real time between two looks at the descriptor, and after which the dead are looked for.
constexpr long look_ns = 1'000'000, patience_ns = 5'000'000;

// What a thread carries with it. A forked child is another thread and starts anew.
struct Membership {
  ClockMember* member = nullptr;
  StatePage* page = nullptr;
  std::int64_t debt_ns = 0;
  ~Membership() { forget(); }
  void forget() {
    if (member) {
      const StateLock lock(*page);
      member->thread.tid = 0;
    }
    member = nullptr;
  }
};
thread_local Membership mine;

[[maybe_unused]] const int forks_watched =
    ::pthread_atfork(nullptr, nullptr, [] { mine.member = nullptr; });

void futex_wait(std::uint32_t& word, std::uint32_t seen, long ns) {
  const timespec timeout{0, ns};
  ::syscall(SYS_futex, &word, FUTEX_WAIT, seen, &timeout, nullptr, 0);
}

void futex_wake_all(std::uint32_t& word) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE, std::numeric_limits<int>::max(), nullptr, nullptr, 0);
}

bool readable(int fd) {
  pollfd in{fd, POLLIN, 0};
  return fd >= 0 && ::poll(&in, 1, 0) > 0;
}

template <class T>
T load(const T& word) {
  return __atomic_load_n(&word, __ATOMIC_ACQUIRE);
}

}  // namespace

std::int64_t VirtualClock::observed() const { return load(page_.now_ns); }

ClockMember& VirtualClock::join() {
  if (mine.member && mine.page == &page_) return *mine.member;
  mine.forget();
  const auto self = this_thread_identity();
  const StateLock lock(page_);
  for (int round = 0; round < 2; ++round, bury())
    for (auto& member : page_.members) {
      if (member.thread.tid != 0) continue;
      member.state = MemberState::running;
      member.follows = 0;
      member.thread.started = self.started;
      member.thread.tid = self.tid;
      mine.member = &member;
      mine.page = &page_;
      mine.debt_ns = 0;
      return member;
    }
  throw Error("the virtual GPU has no room for more threads that keep its time");
}

void VirtualClock::leave() {
  if (!mine.member) return;
  mine.forget();
  const StateLock lock(page_);
  advance();
}

std::int64_t VirtualClock::now() {
  join();
  return observed() + mine.debt_ns;
}

void VirtualClock::spend(std::int64_t ns) {
  join();
  mine.debt_ns += ns;
}

void VirtualClock::wait_until(std::int64_t ns) {
  join().follows = 0;
  wait(ns, -1);
}

bool VirtualClock::follow_until(std::int64_t ns, int fd) {
  join().follows = 1;
  return wait(ns, fd);
}

bool VirtualClock::wait(std::int64_t until, int fd) {
  auto& self = *mine.member;
  until = std::max(until, observed() + mine.debt_ns);
  mine.debt_ns = 0;
  bool interrupted = false;
  long waited_ns = 0;
  const long slice_ns = fd >= 0 ? look_ns : patience_ns;
  {
    const StateLock lock(page_);
    self.wake_ns = until;
    self.state = MemberState::waiting;
    advance();
  }
  while (observed() < until) {
    const auto seen = load(page_.moves);
    if (observed() >= until) break;
    interrupted = readable(fd);
    if (interrupted) break;
    futex_wait(page_.moves, seen, slice_ns);
    if (load(page_.moves) != seen || (waited_ns += slice_ns) < patience_ns) continue;
    waited_ns = 0;
    const StateLock lock(page_);
    bury();
    advance();
  }
  const StateLock lock(page_);
  self.state = MemberState::running;
  return interrupted || readable(fd);
}

// Under the lock. Who is due to wake counts as running, though it may not have noticed yet.
void VirtualClock::advance() {
  auto earliest = std::numeric_limits<std::int64_t>::max();
  bool anyone_to_observe = false;
  for (const auto& member : page_.members) {
    if (member.thread.tid == 0) continue;
    if (member.state == MemberState::running || member.wake_ns <= page_.now_ns) return;
    anyone_to_observe = anyone_to_observe || !member.follows;
    earliest = std::min(earliest, member.wake_ns);
  }
  if (!anyone_to_observe) return;
  __atomic_store_n(&page_.now_ns, earliest, __ATOMIC_RELEASE);
  __atomic_fetch_add(&page_.moves, 1, __ATOMIC_RELEASE);
  futex_wake_all(page_.moves);
}

// Under the lock.
void VirtualClock::bury() {
  for (auto& member : page_.members)
    if (member.thread.tid != 0 && !is_alive(member.thread)) member.thread.tid = 0;
}

VirtualClock& virtual_clock() {
  static VirtualClock* const clock = new VirtualClock(StateFile::of_process());
  return *clock;
}

}  // namespace gpuproof::vgpu
