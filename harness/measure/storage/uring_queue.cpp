// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Reads through io_uring: one ring per thread, registered buffers and file, fixed reads. What the
// kernel refuses is left out and named.
#include <liburing.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "harness/base/error.h"
#include "harness/measure/storage/read_queue.h"

// Newer than some headers; older kernels answer EINVAL, and a plain ring follows.
#ifndef IORING_SETUP_SINGLE_ISSUER
#define IORING_SETUP_SINGLE_ISSUER (1U << 12)
#endif
#ifndef IORING_SETUP_DEFER_TASKRUN
#define IORING_SETUP_DEFER_TASKRUN (1U << 13)
#endif

namespace gpuproof {
namespace {

class UringQueue final : public ReadQueue {
 public:
  UringQueue(int fd, ReadBuffers& buffers, const QueueWish& wish) : fd_(fd), buffers_(buffers) {
    facts_.engine = "io_uring";
    open_ring(wish.polled);
    register_parts();
  }
  ~UringQueue() override { ::io_uring_queue_exit(&ring_); }

  void prepare(unsigned slot, std::uint64_t offset) override {
    io_uring_sqe* entry = ::io_uring_get_sqe(&ring_);
    if (!entry) throw std::logic_error("more reads prepared than the ring has room for");
    const auto bytes = static_cast<unsigned>(buffers_.block());
    const int file = fixed_file_ ? 0 : fd_;
    if (fixed_buffers_)
      ::io_uring_prep_read_fixed(entry, file, buffers_.slot(slot), bytes, offset,
                                 static_cast<int>(slot));
    else
      ::io_uring_prep_read(entry, file, buffers_.slot(slot), bytes, offset);
    if (fixed_file_) entry->flags |= IOSQE_FIXED_FILE;
    ::io_uring_sqe_set_data64(entry, slot);
    if (::io_uring_sq_ready(&ring_) >= start_together) started(::io_uring_submit(&ring_));
  }

  void wait(unsigned at_least, std::vector<ReadDone>& done) override {
    const std::size_t enough = done.size() + at_least;
    while (done.size() < enough) {
      started(::io_uring_submit_and_wait(&ring_, at_least));
      reap(done);
    }
  }

  const QueueFacts& facts() const override { return facts_; }
  void note(std::string fall_back) { facts_.notes.push_back(std::move(fall_back)); }

 private:
  // Few: the drive works on the first reads while the others are being prepared. A whole queue
  // started at once cost a tenth of the rate on a virtual drive.
  static constexpr unsigned start_together = 2;

  static void started(int status) {
    if (status < 0 && status != -EINTR && status != -EAGAIN && status != -EBUSY)
      throw SystemError("io_uring cannot start reads", -status);
  }

  void open_ring(bool polled) {
    const unsigned depth = std::max(1u, buffers_.count());
    const unsigned modern = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN;
    const unsigned poll = polled ? IORING_SETUP_IOPOLL : 0;
    int status = ::io_uring_queue_init(depth, &ring_, modern | poll);
    if (status == -EINVAL) {
      facts_.notes.push_back("plain ring: this kernel has no deferred task work");
      status = ::io_uring_queue_init(depth, &ring_, poll);
    }
    if (status < 0) throw Unavailable("io_uring cannot be used: " + refusal(-status));
    facts_.polled = polled;
  }

  static std::string refusal(int number) {
    if (number == EPERM)
      return "switched off by kernel.io_uring_disabled or a seccomp filter (Operation not "
             "permitted)";
    if (number == ENOSYS) return "this kernel or container has none (Function not implemented)";
    return errno_text(number);
  }

  void register_parts() {
    std::vector<iovec> slots;
    for (unsigned i = 0; i < buffers_.count(); ++i)
      slots.push_back({buffers_.slot(i), buffers_.block()});
    int status = ::io_uring_register_buffers(&ring_, slots.data(), buffers_.count());
    fixed_buffers_ = status == 0;
    if (status == -ENOMEM)
      facts_.notes.push_back(
          "buffers not registered: the limit of locked memory (ulimit -l) is "
          "below " +
          bytes_text(buffers_.bytes()));
    else if (status < 0)
      facts_.notes.push_back("buffers not registered: " + errno_text(-status));
    status = ::io_uring_register_files(&ring_, &fd_, 1);
    fixed_file_ = status == 0;
    if (status < 0) facts_.notes.push_back("file not registered: " + errno_text(-status));
    ::io_uring_register_ring_fd(&ring_);  // saves a look-up per call; nothing depends on it
  }

  void reap(std::vector<ReadDone>& done) {
    unsigned head = 0, count = 0;
    io_uring_cqe* entry = nullptr;
    io_uring_for_each_cqe(&ring_, head, entry) {
      done.push_back({static_cast<unsigned>(::io_uring_cqe_get_data64(entry)), entry->res});
      ++count;
    }
    ::io_uring_cq_advance(&ring_, count);
  }

  int fd_;
  ReadBuffers& buffers_;
  io_uring ring_{};
  bool fixed_buffers_ = false, fixed_file_ = false;
  QueueFacts facts_;
};

// A driver may have poll queues and still refuse a polled read: one read tells.
bool polled_read_works(int fd, ReadBuffers& buffers, std::string& why) {
  UringQueue queue(fd, buffers, {.polled = true});
  std::vector<ReadDone> done;
  queue.prepare(0, 0);
  queue.wait(1, done);
  if (done.front().result >= 0) return true;
  why = "not polled: the driver refuses it (" + errno_text(static_cast<int>(-done.front().result)) +
        ")";
  return false;
}

}  // namespace

std::unique_ptr<ReadQueue> make_uring_queue(int fd, ReadBuffers& buffers, const QueueWish& wish) {
  std::string why;
  const bool polled = wish.polled && polled_read_works(fd, buffers, why);
  auto queue = std::make_unique<UringQueue>(fd, buffers, QueueWish{.polled = polled});
  if (!why.empty()) queue->note(std::move(why));
  return queue;
}

}  // namespace gpuproof
