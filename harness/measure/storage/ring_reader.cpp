// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/ring_reader.h"

#include <algorithm>

#include "harness/base/error.h"

namespace gpuproof {
namespace {

void add(JobTotals& all, const JobTotals& one) {
  all.reads += one.reads;
  all.passes = std::max(all.passes, one.passes);
  all.words_checked += one.words_checked;
  all.mismatches += one.mismatches;
  all.blocks_checked += one.blocks_checked;
  all.zero_blocks += one.zero_blocks;
  if (!all.first_mismatch) all.first_mismatch = one.first_mismatch;
  all.unfinished_ns.merge(one.unfinished_ns);
}

void check_spec(const ReadSpec& spec) {
  if (spec.block == 0 || spec.block % sizeof(std::uint64_t) != 0 || spec.jobs == 0 ||
      spec.depth < spec.jobs || spec.batch == 0 || !(spec.window_s > 0))
    throw std::logic_error("this read cannot be made: block, jobs, depth, batch or window");
  BlockOrder(spec, 0);  // throws where the range is too small
}

// The depth is shared out evenly; the first jobs take what is left over.
unsigned depth_of(const ReadSpec& spec, unsigned job) {
  return spec.depth / spec.jobs + (job < spec.depth % spec.jobs ? 1 : 0);
}

}  // namespace

RingReader::RingReader(int fd, const ReadSpec& spec, const Clock& clock, QueueMaker make_queue)
    : fd_(fd),
      spec_(spec),
      clock_(clock),
      make_queue_(std::move(make_queue)),
      board_(spec.jobs, spec.window_s) {
  check_spec(spec_);
  for (unsigned job = 0; job < spec_.jobs; ++job) threads_.emplace_back([this, job] { work(job); });
}

RingReader::~RingReader() { board_.stop(); }

void RingReader::work(unsigned job) {
  try {
    ReadBuffers buffers(depth_of(spec_, job), spec_.block);
    const auto queue = make_queue_(fd_, buffers, {.polled = spec_.polled});
    ReadJob reading(*queue, buffers, spec_, job, clock_, board_);
    const auto totals = reading.run();
    const std::lock_guard lock(mutex_);
    add(totals_.jobs, totals);
    totals_.queue = queue->facts();
    totals_.huge_bytes += buffers.huge_bytes();
    totals_.buffer_bytes += buffers.bytes();
  } catch (...) {  // carried over to the thread that samples
    board_.fail(std::current_exception());
  }
}

ReadTotals RingReader::finish() {
  board_.stop();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
  totals_.bytes = totals_.jobs.reads * spec_.block;
  totals_.fault = board_.fault();
  return totals_;
}

}  // namespace gpuproof
