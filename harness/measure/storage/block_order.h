// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Which block a job reads next. No two jobs read the same block in one pass, and no block comes
// twice in a pass, so that no cache can answer a repeat.
#pragma once

#include "harness/measure/storage/permutation.h"
#include "harness/measure/storage/read_spec.h"

namespace gpuproof {

class BlockOrder {
 public:
  // Throws InputError where the range has fewer blocks than jobs.
  BlockOrder(const ReadSpec&, unsigned job);
  Bytes next_offset();
  std::uint64_t passes() const { return pass_; }  // completed by this job

 private:
  std::uint64_t next_block();

  ReadSpec spec_;
  std::uint64_t begin_, end_, step_;  // of the indices of this job
  std::uint64_t at_, pass_ = 0;
  Permutation order_;
};

}  // namespace gpuproof
