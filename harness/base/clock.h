// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Time. Durations come from the monotonic clocks; the wall clock only labels.
#pragma once

#include <cstdint>
#include <string>

namespace gpuproof {

using Nanoseconds = std::int64_t;

// The seam that tests and virtual time replace.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Nanoseconds boottime() const = 0;  // CLOCK_BOOTTIME: counts suspend, joins telemetry
  virtual Nanoseconds raw() const = 0;       // CLOCK_MONOTONIC_RAW: untouched by NTP, for timing
  virtual Nanoseconds wall() const = 0;      // CLOCK_REALTIME, since 1970
  virtual void sleep(Nanoseconds) const = 0;
  // For so long, or until the descriptor can be read or has ended; true: it can or has. For who
  // observes others: in virtual time its waiting alone moves no time.
  virtual bool sleep_or_read(Nanoseconds, int fd) const;
  // This thread will wait for what is not in the time of this clock: no one shall wait for it.
  virtual void step_out() const {}
};

// That of the machine; virtual from where a library brought its time along. Deadlines of other
// processes, and the supervisor as a whole, keep to the real one.
const Clock& system_clock();
const Clock& real_clock();

// Time of a virtual GPU. Functions as it exports them.
struct VirtualTime {
  Nanoseconds (*now)() = nullptr;  // on the scale of CLOCK_BOOTTIME
  void (*sleep)(Nanoseconds) = nullptr;
  int (*follow)(Nanoseconds, int fd) = nullptr;
  void (*leave)() = nullptr;
};
// From now on in this process; a later source replaces an earlier one, an empty one ends it.
void use_virtual_time(const VirtualTime&);

constexpr double seconds(Nanoseconds ns) { return static_cast<double>(ns) * 1e-9; }
constexpr Nanoseconds nanoseconds(double s) { return static_cast<Nanoseconds>(s * 1e9); }

// "2026-11-30T21:47:25Z"
std::string utc_text(Nanoseconds wall);
// "1 min 32 s", "850 ms"
std::string duration_text(double seconds);

}  // namespace gpuproof
