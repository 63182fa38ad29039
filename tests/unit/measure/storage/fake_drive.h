// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A drive made up in memory: a clock that only the drive moves, and reads that take what the test
// says they take.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "harness/base/clock.h"
#include "harness/measure/storage/file_data.h"
#include "harness/measure/storage/read_queue.h"

namespace gpuproof {

class DriveClock final : public Clock {
 public:
  Nanoseconds boottime() const override { return now; }
  Nanoseconds raw() const override { return now; }
  Nanoseconds wall() const override { return now; }
  void sleep(Nanoseconds ns) const override { now += ns; }
  mutable Nanoseconds now = 1'000'000'000;
};

// One read after the other; read number i takes service(i) and ends with result(i).
class FakeDrive final : public ReadQueue {
 public:
  FakeDrive(const DriveClock& clock, ReadBuffers& buffers) : clock_(clock), buffers_(buffers) {
    facts_.engine = "fake";
  }
  void prepare(unsigned slot, std::uint64_t offset) override {
    orders_.push_back({slot, offset});
    offsets.push_back(offset);
  }
  void wait(unsigned at_least, std::vector<ReadDone>& done) override {
    for (unsigned i = 0; i < at_least && !orders_.empty(); ++i) {
      const auto [slot, offset] = orders_.front();
      orders_.erase(orders_.begin());
      clock_.now += service(number_);
      auto* words = reinterpret_cast<std::uint64_t*>(buffers_.slot(slot));
      fill_file_data(7, offset + shift, {words, buffers_.block() / 8});
      done.push_back({slot, result(number_)});
      if (++number_ == stop_at) on_stop();
    }
  }
  const QueueFacts& facts() const override { return facts_; }

  std::function<Nanoseconds(std::uint64_t)> service = [](auto) { return Nanoseconds{100'000}; };
  std::function<std::int64_t(std::uint64_t)> result = [this](auto) {
    return static_cast<std::int64_t>(buffers_.block());
  };
  std::uint64_t shift = 0;                // wrong data: that of another place
  std::uint64_t stop_at = 1000;           // after so many reads
  std::function<void()> on_stop = [] {};  // usually board.stop()
  std::vector<std::uint64_t> offsets;

 private:
  const DriveClock& clock_;
  ReadBuffers& buffers_;
  QueueFacts facts_;
  std::vector<std::pair<unsigned, std::uint64_t>> orders_;
  std::uint64_t number_ = 0;
};

}  // namespace gpuproof
