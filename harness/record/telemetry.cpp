// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/record/telemetry.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/text.h"

namespace gpuproof {

TelemetryWindow summarise(const std::vector<TelemetrySample>& samples, double from_s, double to_s) {
  TelemetryWindow window;
  std::map<std::string, int> counts;
  for (const auto& sample : samples) {
    if (!(sample.t >= from_s && sample.t <= to_s)) continue;
    if (window.samples++ == 0) window.first_s = sample.t;
    else window.longest_gap_s = std::max(window.longest_gap_s, sample.t - window.last_s);
    window.last_s = sample.t;
    for (const auto& [name, value] : sample.values) {
      const bool first = counts[name]++ == 0;
      window.minimum[name] = first ? value : std::min(window.minimum[name], value);
      window.maximum[name] = first ? value : std::max(window.maximum[name], value);
      window.mean[name] += (value - window.mean[name]) / counts[name];
    }
  }
  return window;
}

std::vector<TelemetrySample> parse_telemetry(std::string_view text, int& broken) {
  std::vector<TelemetrySample> samples;
  while (!text.empty()) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) break;  // cut while writing
    try {
      samples.push_back(decode_text<TelemetrySample>(text.substr(0, end), "telemetry.jsonl"));
    } catch (const InputError&) {
      ++broken;
    }
    text.remove_prefix(end + 1);
  }
  return samples;
}

}  // namespace gpuproof
