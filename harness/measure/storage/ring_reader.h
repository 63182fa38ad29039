// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Reads a file or device as fast as the spec allows, in the background, and hands out window after
// window.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "harness/measure/storage/read_job.h"

namespace gpuproof {

struct ReadTotals {
  JobTotals jobs;  // of all jobs together
  Bytes bytes = 0;
  QueueFacts queue;
  Bytes huge_bytes = 0, buffer_bytes = 0;
  std::optional<ReadFault> fault;
};

class RingReader {
 public:
  using QueueMaker = std::function<std::unique_ptr<ReadQueue>(int, ReadBuffers&, const QueueWish&)>;

  // Throws InputError for a spec that cannot be read. `fd` stays the caller's, open until the end.
  RingReader(int fd, const ReadSpec&, const Clock& = system_clock(), QueueMaker = make_read_queue);
  ~RingReader();

  // The next window of all jobs; absent once a read failed. Throws what a job threw.
  std::optional<ReadWindow> next() { return board_.next(); }
  // Ends the timed part, compares blocks where their content is known, joins.
  ReadTotals finish();

 private:
  void work(unsigned job);

  int fd_;
  const ReadSpec spec_;
  const Clock& clock_;
  QueueMaker make_queue_;
  WindowBoard board_;
  std::mutex mutex_;
  ReadTotals totals_;
  std::vector<std::jthread> threads_;
};

}  // namespace gpuproof
