// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Latencies in logarithmic buckets: 128 to each power of two, so a value is known within 0.4 %, and
// histograms of threads and windows add up to the histogram of all their values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace gpuproof {

class Histogram {
 public:
  void add(std::uint64_t value);
  void merge(const Histogram&);
  std::uint64_t count() const { return count_; }
  std::uint64_t max() const { return max_; }  // exact; 0 where empty
  // Nearest rank; absent with fewer than 10 / (1 - q) values, as the tail would be luck.
  std::optional<double> quantile(double q) const;

 private:
  std::vector<std::uint64_t> buckets_;  // none while empty: a stall makes many empty windows
  std::uint64_t count_ = 0, max_ = 0;
};

}  // namespace gpuproof
