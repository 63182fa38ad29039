// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/windows.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "harness/measure/statistics.h"
#include "harness/measure/steady.h"

namespace gpuproof {
namespace {

constexpr double steady_drift =
    0.10;  // last third against first; the slope that SNIA's test allows

double rate_of(const ReadWindow& window) {
  return static_cast<double>(window.reads) / window.seconds;
}

// Returns how many windows it took.
std::size_t ramp_up(RingReader& reader, BenchSession& session, std::size_t most, double length) {
  SteadyWindow steady(static_cast<double>(most) * length / 2);
  for (std::size_t i = 1; i <= most; ++i) {
    const auto window = reader.next();
    session.advance();
    if (!window) return i;
    steady.add(static_cast<double>(i) * length, rate_of(*window));
    if (steady.steady()) return i;
  }
  return most;
}

void tell_steadiness(const std::vector<double>& rates, BenchRecord& record) {
  const std::size_t third = rates.size() / 3;
  if (third == 0) return;
  const double first = median({rates.data(), third});
  const double last = median({rates.data() + rates.size() - third, third});
  const double drift = last / first - 1;
  record.conditions["steady_state"] =
      std::fabs(drift) <= steady_drift
          ? "reached"
          : fmt::format("not reached: the last third is {:+.0f} % off the first", drift * 100);
}

}  // namespace

std::vector<double> Reading::reads_per_s() const {
  std::vector<double> rates;
  for (const auto& window : windows) rates.push_back(rate_of(window));
  return rates;
}

std::vector<double> Reading::median_latencies_us() const {
  std::vector<double> medians;
  for (const auto& window : windows)
    if (const auto ns = window.latency_ns.quantile(0.5)) medians.push_back(*ns * 1e-3);
  return medians;
}

double window_length(double budget_s) { return std::clamp(budget_s / 12, 0.02, 1.0); }

Reading take_windows(RingReader& reader, BenchSession& session) {
  auto& record = session.record();
  const double length = window_length(session.budget_s());
  const auto count = std::max<std::size_t>(11, std::lround(session.budget_s() / length));
  const auto ramp = ramp_up(reader, session, count / 5, length);
  Reading reading;
  record.started_s = seconds(session.clock().boottime());
  while (reading.windows.size() < count - ramp) {
    auto window = reader.next();
    session.advance();
    if (!window) break;
    reading.latency_ns.merge(window->latency_ns);
    reading.windows.push_back(std::move(*window));
  }
  record.ended_s = seconds(session.clock().boottime());
  record.stop_reason = reading.windows.size() < count - ramp ? "a read failed" : "budget spent";
  record.conditions["ramp"] = fmt::format("{:.2f} s", static_cast<double>(ramp) * length);
  record.conditions["window"] = fmt::format("{:.3g} s", length);
  tell_steadiness(reading.reads_per_s(), record);
  return reading;
}

}  // namespace gpuproof
