// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/window_board.h"

#include "harness/base/error.h"

namespace gpuproof {

std::string ReadFault::text() const {
  const std::string what =
      "a read of " + bytes_text(wanted) + " at offset " + std::to_string(offset) + " ";
  return result < 0 ? what + "failed: " + errno_text(static_cast<int>(-result))
                    : what + "came back short, with " + std::to_string(result) + " bytes";
}

WindowBoard::WindowBoard(unsigned jobs, double window_s)
    : jobs_(jobs), window_ns_(nanoseconds(window_s)), added_(jobs) {}

Nanoseconds WindowBoard::ready(const Clock& clock) {
  std::unique_lock lock(mutex_);
  if (++ready_ == jobs_) {
    start_ = clock.raw();
    changed_.notify_all();
  }
  changed_.wait(lock, [&] { return ready_ == jobs_ || failed_; });
  return start_;
}

void WindowBoard::add(unsigned job, const ReadWindow& part) {
  const std::lock_guard lock(mutex_);
  const std::size_t place = added_[job]++ - taken_;
  if (place >= open_.size()) open_.resize(place + 1);
  auto& [window, parts] = open_[place];
  window.reads += part.reads;
  window.seconds = seconds(window_ns_);
  window.latency_ns.merge(part.latency_ns);
  if (++parts == jobs_) changed_.notify_all();
}

void WindowBoard::fail(const ReadFault& fault) {
  const std::lock_guard lock(mutex_);
  if (!fault_) fault_ = fault;
  end();
}

void WindowBoard::fail(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = std::move(error);
  end();
}

void WindowBoard::end() {
  failed_ = true;
  stop();
  changed_.notify_all();
}

std::optional<ReadWindow> WindowBoard::next() {
  std::unique_lock lock(mutex_);
  const auto complete = [&] { return !open_.empty() && open_.front().second == jobs_; };
  changed_.wait(lock, [&] { return failed_ || complete(); });
  if (error_) std::rethrow_exception(error_);
  if (failed_) return std::nullopt;
  auto window = std::move(open_.front().first);
  open_.pop_front();
  ++taken_;
  return window;
}

std::optional<ReadFault> WindowBoard::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

}  // namespace gpuproof
