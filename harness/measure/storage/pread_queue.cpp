// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The fall-back where io_uring is refused: one thread per slot, each in pread.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "harness/base/error.h"
#include "harness/measure/storage/read_queue.h"

namespace gpuproof {
namespace {

constexpr unsigned most_threads = 128;

class PreadQueue final : public ReadQueue {
 public:
  PreadQueue(int fd, ReadBuffers& buffers) : fd_(fd), buffers_(buffers) {
    facts_.engine = "pread threads";
    for (unsigned i = 0; i < std::min(most_threads, buffers.count()); ++i)
      threads_.emplace_back([this](const std::stop_token& stop) { serve(stop); });
  }
  ~PreadQueue() override {
    for (auto& thread : threads_) thread.request_stop();
    orders_wait_.notify_all();
  }

  void prepare(unsigned slot, std::uint64_t offset) override {
    prepared_.push_back({slot, offset});
  }

  void wait(unsigned at_least, std::vector<ReadDone>& done) override {
    std::unique_lock lock(mutex_);
    orders_.insert(orders_.end(), prepared_.begin(), prepared_.end());
    if (prepared_.size() == 1)
      orders_wait_.notify_one();
    else if (!prepared_.empty())
      orders_wait_.notify_all();
    prepared_.clear();
    done_wait_.wait(lock, [&] { return done_.size() >= at_least; });
    done.insert(done.end(), done_.begin(), done_.end());
    done_.clear();
  }

  const QueueFacts& facts() const override { return facts_; }
  void note(std::string cause) { facts_.notes.push_back(std::move(cause)); }

 private:
  struct Order {
    unsigned slot;
    std::uint64_t offset;
  };

  void serve(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (orders_wait_.wait(lock, stop, [&] { return !orders_.empty(); })) {
      const Order order = orders_.front();
      orders_.pop_front();
      lock.unlock();
      const auto result = read_block(order);
      lock.lock();
      done_.push_back({order.slot, result});
      done_wait_.notify_one();
    }
  }

  std::int64_t read_block(const Order& order) const {
    for (;;) {
      const auto n = ::pread(fd_, buffers_.slot(order.slot), buffers_.block(),
                             static_cast<off_t>(order.offset));
      if (n >= 0) return n;
      if (errno != EINTR) return -errno;
    }
  }

  int fd_;
  ReadBuffers& buffers_;
  std::mutex mutex_;
  std::condition_variable_any orders_wait_, done_wait_;
  std::vector<Order> prepared_;
  std::deque<Order> orders_;
  std::vector<ReadDone> done_;
  QueueFacts facts_;
  std::vector<std::jthread> threads_;  // last: they end before what they use
};

}  // namespace

std::unique_ptr<ReadQueue> make_pread_queue(int fd, ReadBuffers& buffers) {
  return std::make_unique<PreadQueue>(fd, buffers);
}

std::unique_ptr<ReadQueue> make_read_queue(int fd, ReadBuffers& buffers, const QueueWish& wish) {
  try {
    return make_uring_queue(fd, buffers, wish);
  } catch (const Unavailable& refused) {  // a policy of the machine: the threads still measure
    auto queue = std::make_unique<PreadQueue>(fd, buffers);
    queue->note(refused.what());
    return queue;
  }
}

}  // namespace gpuproof
