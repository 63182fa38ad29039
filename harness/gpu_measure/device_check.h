// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Test data on the GPU: made there, compared there, and what differs is named by place and value.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/gpu_measure/gpu_bench.h"
#include "kernels/check.h"

namespace gpuproof {

class DeviceCheck {
 public:
  explicit DeviceCheck(GpuBench&);

  // pattern::word, respectively pattern::number, over the whole buffer.
  void fill_words(const DeviceBuffer&, std::uint64_t seed);
  void fill_numbers(const DeviceBuffer&, std::uint64_t seed);
  // What no pattern of ours is: an operation that did not run cannot pass on old data.
  void poison(DeviceBuffer&);

  // Each writes what it found to the record's data check.
  void expect_words(const DeviceBuffer&, std::uint64_t seed);
  void expect_quick_words(const DeviceBuffer&, std::uint64_t seed);
  void expect_triad(const DeviceBuffer&, std::uint64_t seed_b, std::uint64_t seed_c, float scale);
  // The sum that stream_read made of `bytes` of words of this seed.
  void expect_sum(std::uint64_t found, Bytes bytes, std::uint64_t seed);

  const Grid& grid() const { return grid_; }

 private:
  using ValueAt = std::function<std::string(std::uint64_t position)>;
  void conclude(std::uint64_t values, const DeviceBuffer&, std::size_t value_bytes,
                const ValueAt& right);
  std::string found_at(const DeviceBuffer&, std::size_t value_bytes, std::uint64_t position);
  void clear();
  DeviceMismatches* result() { return result_.as<DeviceMismatches>(); }
  static std::uint64_t elements(const DeviceBuffer& b) { return b.bytes() / 16; }

  GpuBench& bench_;
  Grid grid_;
  DeviceBuffer result_;
  KernelRef<fill_words_sig> fill_words_;
  KernelRef<fill_numbers_sig> fill_numbers_;
  KernelRef<check_words_sig> check_words_;
  KernelRef<check_quick_words_sig> check_quick_words_;
  KernelRef<check_triad_sig> check_triad_;
  KernelRef<sum_words_sig> sum_words_;
};

}  // namespace gpuproof
