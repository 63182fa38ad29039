// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Telemetry: what sensors said, joined to timed windows by CLOCK_BOOTTIME.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/base/codec.h"

namespace gpuproof {

// One reading of every source. Names: "cpu/temperature_c", "drive/nvme0n1/temperature_c",
// "host/steal_ticks", "gpu/<uuid>/power_w". A source that failed is left out and named in `lost`.
struct TelemetrySample {
  double t = 0;  // CLOCK_BOOTTIME, seconds
  std::map<std::string, double> values;
  std::vector<std::string> lost;
  std::vector<std::string> log;  // relevant kernel log lines since the last sample
};
template <class V>
void describe(V& v, TelemetrySample& x) {
  v("t", x.t, "CLOCK_BOOTTIME, seconds");
  v("values", x.values);
  v.maybe("lost", x.lost, "sources that could not be read");
  v.maybe("log", x.log, "kernel log lines since the last sample");
}

struct TelemetryWindow {
  int samples = 0;
  double first_s = 0, last_s = 0, longest_gap_s = 0;
  std::map<std::string, double> minimum, maximum, mean;
};
template <class V>
void describe(V& v, TelemetryWindow& x) {
  v("samples", x.samples);
  v("first_s", x.first_s);
  v("last_s", x.last_s);
  v("longest_gap_s", x.longest_gap_s);
  v("minimum", x.minimum);
  v("maximum", x.maximum);
  v("mean", x.mean);
}

TelemetryWindow summarise(const std::vector<TelemetrySample>&, double from_s, double to_s);
// Readings explain figures and judge none: a line that cannot be read is left out and counted. A last
// line that was cut while it was written is not counted.
std::vector<TelemetrySample> parse_telemetry(std::string_view text, int& broken);

}  // namespace gpuproof
