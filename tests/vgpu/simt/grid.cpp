// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Runs the blocks of a launch, on several OS threads where that pays. A block stays on its thread.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "block_runner.h"

namespace gpuproof::vgpu {
namespace {

// Below it waking the others costs more than they bring.
constexpr std::size_t least_shared_threads = 4096;

// OS threads that are made once: their runners and stacks stay.
class Crew {
 public:
  void run(unsigned others, const std::function<void()>& job) {
    std::unique_lock lock(mutex_);
    for (; made_ < others; ++made_) std::thread([this] { serve(); }).detach();
    job_ = &job;
    wanted_ = running_ = others;
    wake_.notify_all();
    lock.unlock();
    job();
    lock.lock();
    done_.wait(lock, [&] { return running_ == 0; });
    job_ = nullptr;
  }

 private:
  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return wanted_ > 0; });
      --wanted_;
      const auto* job = job_;
      lock.unlock();
      (*job)();
      lock.lock();
      if (--running_ == 0) done_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void()>* job_ = nullptr;
  unsigned made_ = 0, wanted_ = 0, running_ = 0;
};

Crew& crew() {
  static auto* const made = new Crew;  // its threads outlive static objects
  return *made;
}

class Grid {
 public:
  Grid(const BlockRunner::Task& task, unsigned sms, std::optional<unsigned> wrong_sm)
      : task_(task), blocks_(task.shape->blocks()), sms_(sms), wrong_sm_(wrong_sm) {}

  LaunchOutcome run() {
    const auto threads = blocks_ * task_.shape->threads_of_block();
    const auto cores = std::max(1u, std::thread::hardware_concurrency());
    const auto others = threads < least_shared_threads
                            ? 0
                            : static_cast<unsigned>(std::min<std::size_t>(cores, blocks_)) - 1;
    if (others == 0)
      work();
    else
      crew().run(others, [this] { work(); });
    return outcome_;
  }

 private:
  void work() {
    auto& runner = BlockRunner::of_this_thread();
    for (std::size_t i; !stopped_ && (i = next_++) < blocks_;) {
      const auto block = task_.reverse ? blocks_ - 1 - i : i;
      const auto outcome = runner.run(task_, block, wrong_sm_ == block % sms_);
      if (outcome.end != LaunchEnd::done) stop(outcome);
    }
  }
  // The first end counts; blocks that run meanwhile come to theirs.
  void stop(const LaunchOutcome& outcome) {
    const std::lock_guard lock(mutex_);
    if (!stopped_.exchange(true)) outcome_ = outcome;
  }

  const BlockRunner::Task& task_;
  const std::size_t blocks_;
  const unsigned sms_;
  const std::optional<unsigned> wrong_sm_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  LaunchOutcome outcome_;
};

// One launch at a time: what a GPU does side by side, its streams' order hides anyway.
std::mutex& one_launch() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

LaunchOutcome execute(const SimtKernel& kernel, const LaunchShape& shape, void* const* arguments,
                      unsigned sms, std::optional<unsigned> wrong_sm, bool reverse) {
  const std::lock_guard lock(one_launch());
  const BlockRunner::Task task{&kernel, &shape, arguments, reverse};
  return Grid(task, std::max(1u, sms), wrong_sm).run();
}

}  // namespace gpuproof::vgpu
