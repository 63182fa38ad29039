// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu_measure/gpu_bench.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/measure/bench_kind.h"
#include "harness/measure/statistics.h"

namespace gpuproof {
namespace {

constexpr Bytes least_total = GiB;
constexpr Bytes least_array = MiB;
// Of free memory: the driver and the libraries need some, and so do the checks.
constexpr double usable_share = 0.8;

}  // namespace

GpuBench::GpuBench(BenchSession& session, OpenedGpu& gpu)
    : session_(session), gpu_(gpu), start_(gpu.context()), stop_(gpu.context()) {
  const auto& context = gpu_.context();
  condition("gpu_name", context.name());
  condition("gpu_uuid", context.uuid());
  condition("gpu_address", context.pci_address());
  condition("driver_library", context.driver().library().copy().path);
  condition("cuda_driver", cuda_version_text(context.driver().version()));
  if (gpu_.sizes().simulated()) condition("simulated", "virtual GPU");
}

void GpuBench::method(const std::string& name, const std::string& value) {
  session_.record().method[name] = value;
}

void GpuBench::condition(const std::string& name, const std::string& value) {
  session_.record().conditions[name] = value;
}

WorkingSet GpuBench::beyond_cache(int arrays, Bytes granule) {
  const auto count = static_cast<Bytes>(arrays);
  const Bytes beyond = 4 * gpu_.l2_bytes();
  const auto memory = context().memory();
  const auto room = static_cast<Bytes>(usable_share * static_cast<double>(memory.free)) / count;
  const Bytes wanted = std::max(beyond, least_total / count);
  if (room < least_array)
    throw NotReached(
        fmt::format("too little free GPU memory ({} of {}) for arrays; end what uses it",
                    bytes_text(memory.free), bytes_text(memory.total)));
  if (room < beyond)
    session_.record().disturbances.push_back(
        fmt::format("arrays of {} are smaller than four times the L2 ({}): free GPU memory",
                    bytes_text(room), bytes_text(gpu_.l2_bytes())));
  const auto size = gpu_.sizes().bytes(std::min(wanted, room), granule);
  method("bytes_per_array", std::to_string(size.nominal));
  if (size.executed != size.nominal)
    condition("executed_bytes_per_array", std::to_string(size.executed));
  return size;
}

double GpuBench::span(std::uint64_t operations, const std::function<void()>& enqueue) {
  start_.record(stream());
  for (; operations > 0; --operations) enqueue();
  stop_.record(stream());
  stop_.wait();
  return stop_.seconds_since(start_);
}

Samples GpuBench::time(const StopRule& rule, const std::function<void()>& enqueue) {
  method("timer", "CUDA events on the stream of the work");
  return session_.time(rule, [&](std::uint64_t operations) { return span(operations, enqueue); });
}

double GpuBench::trial(const std::function<void()>& enqueue) {
  span(1, enqueue);
  session_.advance();
  return span(1, enqueue);
}

Measurement& GpuBench::report(const std::string& metric, double work,
                              const std::vector<double>& seconds) {
  std::vector<double> rates;
  for (const double s : seconds) rates.push_back(work / s);
  return session_.report(metric, std::move(rates));
}

namespace {

// A dead context ends the process by the supervisor's hand: what it holds is not given back, as
// its destructors could block for ever.
GpuGarage& garage() {
  static auto* const gpus = new GpuGarage;
  return *gpus;
}

void run_gpu(const Benchmark& benchmark, BenchSession& session) {
  auto& gpu = garage().get({.uuid = session.option("gpu_uuid"),
                            .address = session.option("gpu_address"),
                            .library_path = session.option("library_path")});
  GpuBench bench(session, gpu);
  std::get<void (*)(GpuBench&)>(benchmark.run)(bench);
}

const Register<BenchKind> registered{{.name = "gpu", .run = run_gpu}};

}  // namespace
}  // namespace gpuproof
