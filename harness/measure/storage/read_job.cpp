// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/read_job.h"

#include <algorithm>

namespace gpuproof {

ReadJob::ReadJob(ReadQueue& queue, const ReadBuffers& buffers, const ReadSpec& spec, unsigned job,
                 const Clock& clock, WindowBoard& board)
    : queue_(queue),
      buffers_(buffers),
      spec_(spec),
      job_(job),
      clock_(clock),
      board_(board),
      order_(spec, job),
      flights_(buffers.count()),
      to_check_(spec.check_bytes / spec.block / spec.jobs) {}

JobTotals ReadJob::run() {
  std::vector<ReadDone> done;
  window_end_ = board_.ready(clock_) + board_.window_ns();
  if (board_.stopping()) return {};  // another job could not start
  const auto start = clock_.raw();
  for (unsigned slot = 0; slot < buffers_.count(); ++slot) begin(slot, start);
  while (in_flight_ > 0) {
    done.clear();
    queue_.wait(std::min(spec_.batch, in_flight_), done);
    const auto now = clock_.raw();
    if (!stopping_) close_windows(now);
    stopping_ = board_.stopping();
    for (const auto& read : done)
      if (!finish(read, now)) return std::move(totals_);
  }
  totals_.passes = order_.passes();
  return std::move(totals_);
}

void ReadJob::begin(unsigned slot, Nanoseconds now) {
  flights_[slot] = {order_.next_offset(), now, !stopping_};
  queue_.prepare(slot, flights_[slot].offset);
  ++in_flight_;
}

bool ReadJob::finish(const ReadDone& read, Nanoseconds now) {
  --in_flight_;
  const Flight flight = flights_[read.slot];
  if (read.result != static_cast<std::int64_t>(spec_.block)) {
    board_.fail(ReadFault{flight.offset, spec_.block, read.result});
    return false;
  }
  ++totals_.reads;
  const auto latency = static_cast<std::uint64_t>(std::max<Nanoseconds>(0, now - flight.begun));
  if (!stopping_) {
    ++window_.reads;
    window_.latency_ns.add(latency);
    begin(read.slot, now);
    return true;
  }
  if (flight.timed) totals_.unfinished_ns.add(latency);
  check(read.slot);
  if (to_check_ > 0) {
    --to_check_;
    begin(read.slot, now);
  }
  return true;
}

// The reads at hand completed after the windows that ended before `now`: in a stall these are
// empty, and say so.
void ReadJob::close_windows(Nanoseconds now) {
  for (; window_end_ <= now; window_end_ += board_.window_ns()) {
    board_.add(job_, window_);
    window_ = {};
  }
}

void ReadJob::check(unsigned slot) {
  const auto words = buffers_.words(slot);
  ++totals_.blocks_checked;
  totals_.zero_blocks += std::all_of(words.begin(), words.end(), [](auto word) { return !word; });
  if (!spec_.data_seed) return;
  totals_.words_checked += words.size();
  totals_.mismatches +=
      count_mismatches(*spec_.data_seed, flights_[slot].offset, words, totals_.first_mismatch);
}

}  // namespace gpuproof
