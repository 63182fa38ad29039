// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Threads that stay: one per CPU, pinned, released together. The caller sleeps while they work, so
// that a machine with every core in the team has no thread too many.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "harness/base/clock.h"

namespace gpuproof {

class ThreadTeam {
 public:
  using Job = std::function<void(std::size_t thread)>;

  // Throws SystemError where a thread cannot be pinned to its CPU.
  explicit ThreadTeam(const std::vector<int>& cpus, const Clock& = system_clock());
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  std::size_t size() const { return threads_.size(); }
  // Every thread does its part once. Returns the seconds from the common start to the end of the
  // last one. An exception of a part is thrown here.
  double run(const Job&);

 private:
  void serve(std::size_t thread);
  void work(std::size_t thread);
  void stop();

  const Clock& clock_;
  const Job* job_ = nullptr;
  std::atomic<int> turn_{0}, ready_{0}, go_{0}, working_{0}, finished_{0};
  Nanoseconds start_ = 0;
  std::vector<Nanoseconds> ends_;
  std::vector<std::exception_ptr> failures_;
  std::vector<std::thread> threads_;
};

}  // namespace gpuproof
