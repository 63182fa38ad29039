// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/clock.h"

#include <fmt/core.h>
#include <time.h>

#include <cerrno>

namespace gpuproof {
namespace {

Nanoseconds read_clock(clockid_t id) {
  timespec t{};
  ::clock_gettime(id, &t);
  return Nanoseconds{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

class SystemClock : public Clock {
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

}  // namespace

const Clock& system_clock() {
  static const SystemClock clock;
  return clock;
}

std::string utc_text(Nanoseconds wall) {
  const time_t whole = wall / 1'000'000'000;
  tm parts{};
  ::gmtime_r(&whole, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900,
                     parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string duration_text(double seconds) {
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1e3);
  if (seconds < 60) return fmt::format("{:.3g} s", seconds);
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace gpuproof
