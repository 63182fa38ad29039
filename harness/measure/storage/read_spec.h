// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What to read and how, and what came of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/base/units.h"
#include "harness/measure/storage/histogram.h"

namespace gpuproof {

struct ReadSpec {
  Bytes first = 0, bytes = 0;  // range of the file or device; the last partial block is left out
  Bytes block = 4 * KiB;
  bool random = false;     // each block once per pass, in a seeded order; else ascending
  std::uint64_t seed = 0;  // of the order
  unsigned depth = 1;      // reads in flight, over all jobs
  unsigned jobs = 1;       // threads, each with a ring of its own
  unsigned batch = 1;      // completions a job awaits at once
  bool polled = false;     // the drive's driver has poll queues
  double window_s = 0.25;  // of one sample
  std::optional<std::uint64_t> data_seed;  // the content is ours and gets checked
  Bytes check_bytes = 64 * MiB;  // compared word by word after the timed part, by the same reads

  std::uint64_t blocks() const { return bytes / block; }
};

// One span of time. Reads count where they complete; latency runs from before the submission, so a
// stall is in it.
struct ReadWindow {
  std::uint64_t reads = 0;
  double seconds = 0;
  Histogram latency_ns;
};

// A read that failed or came back short: the drive did not deliver what it holds.
struct ReadFault {
  Bytes offset = 0, wanted = 0;
  std::int64_t result = 0;  // bytes, or a negative errno
  std::string text() const;
};

}  // namespace gpuproof
