// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The drives' own read counters (/sys/class/block/*/stat) around a run: proof that the bytes came
// from the drives and not from a cache.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuproof {

struct DriveCounters {
  std::uint64_t reads = 0, read_merges = 0, read_bytes = 0, written_bytes = 0;
};

std::optional<DriveCounters> parse_block_stat(std::string_view text);

struct CounterReading {
  std::map<std::string, DriveCounters> drives;
  std::string problem;  // why a drive could not be read; empty: all were
};
CounterReading read_drive_counters(const std::vector<std::string>& drives,
                                   const std::string& root = "");

struct DriveTraffic {
  std::string problem;  // not empty: nothing below holds
  std::uint64_t reads = 0, merges = 0, read_bytes = 0, written_bytes = 0;
  double share = 0;            // bytes the drives read / bytes we claim
  double mean_read_bytes = 0;  // of a request at the drive, after merging
  bool confirms() const { return problem.empty() && share >= 0.95; }
};
DriveTraffic traffic_between(const CounterReading& before, const CounterReading& after,
                             std::uint64_t claimed_bytes);

}  // namespace gpuproof
