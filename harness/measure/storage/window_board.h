// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Where the reading jobs and the thread that takes samples meet: windows of equal length on one
// clock, to which every job adds its part.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>

#include "harness/base/clock.h"
#include "harness/measure/storage/read_spec.h"

namespace gpuproof {

class WindowBoard {
 public:
  WindowBoard(unsigned jobs, double window_s);

  // Jobs: ready() returns the common start once all are; a job that fails is also done.
  Nanoseconds ready(const Clock&);
  Nanoseconds window_ns() const { return window_ns_; }
  bool stopping() const { return stop_.load(std::memory_order_relaxed); }
  // The job's part of its next window; parts come in the order of the windows.
  void add(unsigned job, const ReadWindow& part);
  void fail(const ReadFault&);
  void fail(std::exception_ptr);

  // The sampling thread. Absent once a read failed; throws what a job threw.
  std::optional<ReadWindow> next();
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  std::optional<ReadFault> fault() const;

 private:
  void end();

  const unsigned jobs_;
  const Nanoseconds window_ns_;
  std::atomic<bool> stop_ = false;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  unsigned ready_ = 0;
  bool failed_ = false;
  Nanoseconds start_ = 0;
  std::deque<std::pair<ReadWindow, unsigned>> open_;  // a window and how many jobs added to it
  std::vector<std::uint64_t> added_;                  // windows that each job has closed
  std::uint64_t taken_ = 0;
  std::optional<ReadFault> fault_;
  std::exception_ptr error_;
};

}  // namespace gpuproof
