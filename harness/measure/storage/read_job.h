// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The loop of one reading thread over one queue: keeps its share of the depth in flight, times
// every read, adds to the windows, and at the end compares what it reads.
#pragma once

#include <vector>

#include "harness/base/clock.h"
#include "harness/measure/storage/block_order.h"
#include "harness/measure/storage/file_data.h"
#include "harness/measure/storage/read_queue.h"
#include "harness/measure/storage/window_board.h"

namespace gpuproof {

// What a job did in all, checks and ramp included.
struct JobTotals {
  std::uint64_t reads = 0, passes = 0;
  std::uint64_t words_checked = 0, mismatches = 0;
  std::uint64_t blocks_checked = 0, zero_blocks = 0;
  std::optional<WordMismatch> first_mismatch;
  Histogram unfinished_ns;  // reads begun in the timed part and done after it: stalls at the end
};

class ReadJob {
 public:
  ReadJob(ReadQueue&, const ReadBuffers&, const ReadSpec&, unsigned job, const Clock&,
          WindowBoard&);
  // Until the board says stop and the blocks to check have been read. A failing read ends all.
  JobTotals run();

 private:
  struct Flight {
    Bytes offset = 0;
    Nanoseconds begun = 0;
    bool timed = true;
  };

  void begin(unsigned slot, Nanoseconds now);
  bool finish(const ReadDone&, Nanoseconds now);  // false: it failed
  void close_windows(Nanoseconds now);
  void check(unsigned slot);

  ReadQueue& queue_;
  const ReadBuffers& buffers_;
  const ReadSpec& spec_;
  const unsigned job_;
  const Clock& clock_;
  WindowBoard& board_;
  BlockOrder order_;
  std::vector<Flight> flights_;  // by slot
  unsigned in_flight_ = 0;
  bool stopping_ = false;
  std::uint64_t to_check_;  // blocks still to begin once stopping
  Nanoseconds window_end_ = 0;
  ReadWindow window_;
  JobTotals totals_;
};

}  // namespace gpuproof
