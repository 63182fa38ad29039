// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Both directions of the link at once. Each direction is timed while a longer copy runs the other way,
// so that no sample holds a stretch with one direction alone; the sum of both is reported.
#include <algorithm>

#include "harness/base/error.h"
#include "harness/gpu_measure/device_check.h"
#include "harness/gpu_measure/transfer_buffer.h"

namespace gpuproof {
namespace {

constexpr std::uint64_t seed_up = 0x7570, seed_down = 0x646F'776E;
constexpr int longer = 3;  // copies the other way for each that is timed

struct Ends {
  Ends(GpuBench& bench, Bytes bytes)
      : host_from(bench, bytes),
        host_to(bench, bytes),
        from(bench.context(), bytes),
        to(bench.context(), bytes) {}

  void up(const GpuStream& stream) { to.upload(host_from.data(), to.bytes(), stream); }
  void down(const GpuStream& stream) { from.download(host_to.data(), from.bytes(), stream); }

  TransferBuffer host_from, host_to;
  DeviceBuffer from, to;
};

class BothWays {
 public:
  BothWays(GpuBench& bench, Ends& ends)
      : bench_(bench),
        ends_(ends),
        other_(bench.context()),
        begun_(bench.context()),
        start_(bench.context()),
        stop_(bench.context()),
        other_stop_(bench.context()) {}

  // Seconds of one copy in the direction `is_up`, all of it beside copies the other way.
  double seconds(bool is_up) {
    const auto& mine = bench_.stream();
    begun_.record(mine);
    other_.wait_for(begun_);
    for (int i = 0; i < longer; ++i) is_up ? ends_.down(other_) : ends_.up(other_);
    other_stop_.record(other_);
    start_.record(mine);
    is_up ? ends_.up(mine) : ends_.down(mine);
    stop_.record(mine);
    stop_.wait();
    const bool overlapped = !other_stop_.done();
    other_stop_.wait();
    if (!overlapped && other_stop_.seconds_since(stop_) < 0)
      throw NotReached("the copy the other way ended first, so the directions did not overlap; run "
                       "it again");
    return stop_.seconds_since(start_);
  }

 private:
  GpuBench& bench_;
  Ends& ends_;
  GpuStream other_;
  GpuEvent begun_, start_, stop_, other_stop_;
};

void bidirectional(GpuBench& bench) {
  const auto size = transfer_size(bench);
  Ends ends(bench, size.executed);
  DeviceCheck check(bench);
  ends.host_from.fill_words(seed_up);
  check.fill_words(ends.from, seed_down);

  BothWays both(bench, ends);
  const double gigabytes = static_cast<double>(size.nominal) * 1e-9;
  // A sample is the harmonic mean of both rates times two: the time of N bytes each way.
  const auto samples = bench.session().time(
      StopRule::for_budget(bench.budget_s()), [&](std::uint64_t operations) {
        double sum = 0;
        for (; operations > 0; --operations) sum += (both.seconds(true) + both.seconds(false)) / 2;
        return sum;
      });
  bench.method("timer", "CUDA events on the stream of the direction that is timed");
  bench.report("transfer/bidirectional", 2 * gigabytes, samples.seconds);

  check.poison(ends.to);
  ends.host_to.poison();
  both.seconds(true);
  check.expect_words(ends.to, seed_up);
  ends.host_to.expect_words(seed_down);
}

const Register<Benchmark> registered{{.name = "transfer/bidirectional",
                                      .about = "copying both ways between host and GPU at once",
                                      .metrics = {{"transfer/bidirectional", "GB/s", Better::higher,
                                                   "2N", "bytes copied, both directions together"}},
                                      .labels = {"gpu", "mode", "path"},
                                      .variants = {{"path", {"pinned"}}},
                                      .run = bidirectional,
                                      .quick_s = 0.5,
                                      .standard_s = 2,
                                      .full_s = 5,
                                      .overhead_s = 1.5,
                                      .also_alone = true}};

}  // namespace
}  // namespace gpuproof
