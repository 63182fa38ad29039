// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Memory of the host at one end of a transfer: page-locked, which the GPU reaches by itself, or as
// programs get it, which the driver copies in between.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/gpu_measure/gpu_bench.h"

namespace gpuproof {

class TransferBuffer {
 public:
  // Which kind, the label `path` says: pinned or pageable. Every page is touched by the caller.
  TransferBuffer(GpuBench&, Bytes bytes);

  void* data() { return words_; }
  // pattern::word over the whole buffer.
  void fill_words(std::uint64_t seed);
  void poison();
  // Writes what it found to the record's data check.
  void expect_words(std::uint64_t seed);

 private:
  GpuBench& bench_;
  std::size_t count_;  // of 64-bit words
  std::optional<PinnedBuffer> pinned_;
  std::vector<std::uint64_t> pageable_;
  std::uint64_t* words_ = nullptr;
};

// 256 MiB: beyond it the rate of a link grows no more.
WorkingSet transfer_size(GpuBench&);

}  // namespace gpuproof
