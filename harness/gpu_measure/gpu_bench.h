// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a GPU benchmark sees: one opened GPU with a stream, arrays beyond its cache, samples by
// events, and the record.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/gpu/driver/buffer.h"
#include "harness/gpu_measure/opened_gpu.h"
#include "harness/measure/bench_session.h"

namespace gpuproof {

class GpuBench {
 public:
  GpuBench(BenchSession&, OpenedGpu&);

  BenchSession& session() { return session_; }
  OpenedGpu& gpu() { return gpu_; }
  const GpuContext& context() const { return gpu_.context(); }
  const GpuStream& stream() const { return gpu_.stream(); }
  double budget_s() const { return session_.budget_s(); }
  const std::string& label(const std::string& name) const { return session_.label(name); }
  void method(const std::string& name, const std::string& value);
  void condition(const std::string& name, const std::string& value);

  // The size for each of `arrays`: four times the L2 and together 1 GiB at least, as far as free
  // memory allows; a multiple of `granule`. Tells a disturbance where it does not.
  WorkingSet beyond_cache(int arrays, Bytes granule);

  // Samples of what `enqueue` puts on the stream, by events around it.
  Samples time(const StopRule&, const std::function<void()>& enqueue);
  Samples time(const std::function<void()>& enqueue) {
    return time(StopRule::for_budget(budget_s()), enqueue);
  }
  // Seconds of a single call, after one that is not timed: for the choice between candidates.
  double trial(const std::function<void()>& enqueue);

  // A rate: work / seconds for each sample.
  Measurement& report(const std::string& metric, double work, const std::vector<double>& seconds);

 private:
  double span(std::uint64_t operations, const std::function<void()>& enqueue);

  BenchSession& session_;
  OpenedGpu& gpu_;
  GpuEvent start_, stop_;
};

}  // namespace gpuproof
