// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/clock.h"

#include <fmt/core.h>
#include <poll.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <forward_list>

namespace gpuproof {
namespace {

Nanoseconds read_clock(clockid_t id) {
  timespec t{};
  ::clock_gettime(id, &t);
  return Nanoseconds{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

class RealClock : public Clock {
 public:
  Nanoseconds boottime() const override { return read_clock(CLOCK_BOOTTIME); }
  Nanoseconds raw() const override { return read_clock(CLOCK_MONOTONIC_RAW); }
  Nanoseconds wall() const override { return read_clock(CLOCK_REALTIME); }
  void sleep(Nanoseconds ns) const override {
    if (ns <= 0) return;
    timespec left{ns / 1'000'000'000, ns % 1'000'000'000};
    while (::clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR) {
    }
  }
};

// Written once or twice in the life of a process, read by any of its threads.
std::atomic<const VirtualTime*> virtual_time = nullptr;

class SystemClock : public Clock {
 public:
  Nanoseconds boottime() const override {
    const auto* time = virtual_time.load();
    return time ? time->now() : real_clock().boottime();
  }
  Nanoseconds raw() const override {
    const auto* time = virtual_time.load();
    return time ? time->now() : real_clock().raw();
  }
  Nanoseconds wall() const override { return real_clock().wall(); }  // it only labels
  void sleep(Nanoseconds ns) const override {
    const auto* time = virtual_time.load();
    if (ns > 0) time ? time->sleep(ns) : real_clock().sleep(ns);
  }
  bool sleep_or_read(Nanoseconds ns, int fd) const override {
    const auto* time = virtual_time.load();
    return time ? time->follow(std::max<Nanoseconds>(0, ns), fd) != 0
                : real_clock().sleep_or_read(ns, fd);
  }
  void step_out() const override {
    if (const auto* time = virtual_time.load()) time->leave();
  }
};

}  // namespace

bool Clock::sleep_or_read(Nanoseconds ns, int fd) const {
  pollfd in{fd, POLLIN, 0};
  const auto ms = std::max<Nanoseconds>(0, (ns + 999'999) / 1'000'000);
  return ::poll(&in, 1, static_cast<int>(ms)) > 0;
}

const Clock& real_clock() {
  static const RealClock clock;
  return clock;
}

const Clock& system_clock() {
  static const SystemClock clock;
  return clock;
}

void use_virtual_time(const VirtualTime& time) {
  // None is ever freed: another thread may just be reading the one before.
  static auto* const kept = new std::forward_list<VirtualTime>;
  virtual_time = time.now ? &kept->emplace_front(time) : nullptr;
}

std::string utc_text(Nanoseconds wall) {
  const time_t whole = wall / 1'000'000'000;
  tm parts{};
  ::gmtime_r(&whole, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string duration_text(double seconds) {
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1e3);
  if (seconds < 60) return fmt::format("{:.3g} s", seconds);
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace gpuproof
