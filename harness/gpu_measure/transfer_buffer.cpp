// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu_measure/transfer_buffer.h"

#include <algorithm>

#include "harness/measure/verification.h"
#include "kernels/pattern.h"

namespace gpuproof {

TransferBuffer::TransferBuffer(GpuBench& bench, Bytes bytes)
    : bench_(bench), count_(bytes / sizeof(std::uint64_t)) {
  if (bench.label("path") == "pinned") {
    words_ = pinned_.emplace(bench.context(), bytes).as<std::uint64_t>();
  } else {
    pageable_.resize(count_);
    words_ = pageable_.data();
  }
  poison();
}

void TransferBuffer::fill_words(std::uint64_t seed) {
  for (std::size_t i = 0; i < count_; ++i) words_[i] = pattern::word(seed, i);
  bench_.session().advance();
}

void TransferBuffer::poison() {
  std::fill_n(words_, count_, gpuproof::poison<std::uint64_t>());
  bench_.session().advance();
}

void TransferBuffer::expect_words(std::uint64_t seed) {
  const auto found =
      compare(words_, count_, 0, [seed](std::size_t i) { return pattern::word(seed, i); });
  bench_.session().verified(found.integrity("every word that arrived in the host's memory"));
  bench_.session().advance();
}

WorkingSet transfer_size(GpuBench& bench) {
  const auto size = bench.gpu().sizes().bytes(256 * MiB, KiB);
  bench.method("bytes", std::to_string(size.nominal));
  if (size.executed != size.nominal)
    bench.condition("executed_bytes", std::to_string(size.executed));
  return size;
}

}  // namespace gpuproof
