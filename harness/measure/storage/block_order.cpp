// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/block_order.h"

#include "harness/base/error.h"

namespace gpuproof {

BlockOrder::BlockOrder(const ReadSpec& spec, unsigned job)
    : spec_(spec), order_(spec.blocks(), mix64(spec.seed, 0)) {
  const std::uint64_t blocks = spec.blocks();
  if (blocks < spec.jobs)
    throw InputError("the range of " + bytes_text(spec.bytes) + " holds fewer than one block of " +
                     bytes_text(spec.block) + " for each job; make the file larger");
  // Ascending jobs have a part each; random ones take every jobs-th place of the common order.
  begin_ = spec.random ? job : blocks * job / spec.jobs;
  end_ = spec.random ? blocks : blocks * (job + 1) / spec.jobs;
  step_ = spec.random ? spec.jobs : 1;
  at_ = begin_;
}

std::uint64_t BlockOrder::next_block() {
  if (at_ >= end_) {
    at_ = begin_;
    if (++pass_; spec_.random) order_ = Permutation(spec_.blocks(), mix64(spec_.seed, pass_));
  }
  const std::uint64_t index = at_;
  at_ += step_;
  return spec_.random ? order_(index) : index;
}

Bytes BlockOrder::next_offset() { return spec_.first + next_block() * spec_.block; }

}  // namespace gpuproof
