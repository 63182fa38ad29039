// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One turn: the caller raises turn_; every thread wakes and reports ready_; the last one stamps the
// start and raises go_; the last to finish wakes the caller.
#include "harness/measure/thread_team.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "harness/base/error.h"

namespace gpuproof {
namespace {

constexpr int leave = -1;        // as turn_: the team is dismissed
constexpr int patience = 10000;  // spins before a core is offered to others

void pin(std::thread& thread, int cpu) {
  const auto free_set = [](cpu_set_t* set) { CPU_FREE(set); };
  const std::unique_ptr<cpu_set_t, decltype(free_set)> set(CPU_ALLOC(cpu + 1), free_set);
  const auto bytes = CPU_ALLOC_SIZE(cpu + 1);
  CPU_ZERO_S(bytes, set.get());
  CPU_SET_S(cpu, bytes, set.get());
  if (const int error = ::pthread_setaffinity_np(thread.native_handle(), bytes, set.get()))
    throw SystemError("pinning a thread to CPU " + std::to_string(cpu), error);
}

// Waits for the others only in the microseconds between waking and starting.
void spin_while(const std::atomic<int>& value, int old) {
  for (int spins = 0; value.load(std::memory_order_acquire) == old; ++spins)
    if (spins > patience) std::this_thread::yield();
}

}  // namespace

ThreadTeam::ThreadTeam(const std::vector<int>& cpus, const Clock& clock)
    : clock_(clock), ends_(cpus.size()), failures_(cpus.size()) {
  // The threads that already run must be joined if one of the rest fails.
  try {
    for (std::size_t i = 0; i < cpus.size(); ++i) {
      threads_.emplace_back([this, i] { serve(i); });
      pin(threads_.back(), cpus[i]);
    }
  } catch (...) {
    stop();
    throw;
  }
}

ThreadTeam::~ThreadTeam() { stop(); }

void ThreadTeam::stop() {
  turn_.store(leave);
  turn_.notify_all();
  for (auto& thread : threads_) thread.join();
}

double ThreadTeam::run(const Job& job) {
  job_ = &job;
  const int count = static_cast<int>(size());
  ready_.store(0);
  working_.store(count);
  const int finished = finished_.load();
  turn_.fetch_add(1);
  turn_.notify_all();
  finished_.wait(finished);
  std::exception_ptr first;
  for (auto& failure : failures_)
    if (auto one = std::exchange(failure, nullptr); one && !first) first = one;
  if (first) std::rethrow_exception(first);
  return seconds(*std::max_element(ends_.begin(), ends_.end()) - start_);
}

void ThreadTeam::serve(std::size_t thread) {
  int turn = 0;
  for (;;) {
    turn_.wait(turn);
    turn = turn_.load();
    if (turn == leave) return;
    work(thread);
  }
}

void ThreadTeam::work(std::size_t thread) {
  const int go = go_.load(std::memory_order_acquire);
  if (ready_.fetch_add(1) + 1 == static_cast<int>(size())) {
    start_ = clock_.raw();
    go_.fetch_add(1, std::memory_order_release);
  } else {
    spin_while(go_, go);
  }
  // An exception may not leave a thread: the caller gets it.
  try {
    (*job_)(thread);
  } catch (...) {
    failures_[thread] = std::current_exception();
  }
  ends_[thread] = clock_.raw();
  if (working_.fetch_sub(1) == 1) {
    finished_.fetch_add(1);
    finished_.notify_one();
  }
}

}  // namespace gpuproof
