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
};

const Clock& system_clock();

constexpr double seconds(Nanoseconds ns) { return static_cast<double>(ns) * 1e-9; }
constexpr Nanoseconds nanoseconds(double s) { return static_cast<Nanoseconds>(s * 1e9); }

// "2026-11-30T21:47:25Z"
std::string utc_text(Nanoseconds wall);
// "1 min 32 s", "850 ms"
std::string duration_text(double seconds);

}  // namespace gpuproof
