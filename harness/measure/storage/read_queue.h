// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The seam between the reading loop and what performs the reads: io_uring, threads that call
// pread, or a test.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/measure/storage/read_buffers.h"

namespace gpuproof {

struct ReadDone {
  unsigned slot = 0;
  std::int64_t result = 0;  // bytes read, or a negative errno
};

// How the reads were made, for the record.
struct QueueFacts {
  std::string engine;              // "io_uring", "pread threads"
  bool polled = false;             // completions by polling instead of interrupts
  std::vector<std::string> notes;  // every fall-back, with its cause
};

class ReadQueue {
 public:
  virtual ~ReadQueue() = default;
  // Reads one block into the slot. It starts with the next wait() at the latest.
  virtual void prepare(unsigned slot, std::uint64_t offset) = 0;
  // Starts what is prepared, waits until `at_least` reads are done, appends all that are.
  virtual void wait(unsigned at_least, std::vector<ReadDone>& done) = 0;
  virtual const QueueFacts& facts() const = 0;
};

struct QueueWish {
  bool polled = false;  // only where the drive's driver has poll queues
};

// io_uring, and where the kernel or a policy refuses it, threads. Called on the thread that will
// use it. The buffers outlive the queue.
std::unique_ptr<ReadQueue> make_read_queue(int fd, ReadBuffers&, const QueueWish&);
std::unique_ptr<ReadQueue> make_uring_queue(int fd, ReadBuffers&, const QueueWish&);  // Unavailable
std::unique_ptr<ReadQueue> make_pread_queue(int fd, ReadBuffers&);

}  // namespace gpuproof
