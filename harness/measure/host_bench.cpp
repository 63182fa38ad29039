// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Builds the team from the machine's layout and keeps the record of method and conditions.
#include "harness/measure/host_bench.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/measure/bench_kind.h"
#include "harness/measure/cgroup.h"
#include "harness/measure/kernel_file.h"
#include "harness/measure/memory_budget.h"
#include "harness/measure/statistics.h"

namespace gpuproof {
namespace {

// Arrays start this much apart within a huge page: a common power of two between the streams
// makes them meet in the same cache sets and memory banks.
constexpr Bytes array_skew = 4 * KiB + 256;
constexpr Bytes least_array = 4 * KiB;

std::vector<CpuPlace> choose_places(const CpuLayout& layout, const BenchSession& session) {
  const auto cores = one_per_core(layout);
  if (cores.empty()) throw NotObservable("no CPU is usable: check the CPU affinity");
  const auto wanted = to_uint(session.option("threads", std::to_string(cores.size())));
  if (!wanted || *wanted == 0 || *wanted > cores.size())
    throw InputError("threads", fmt::format("give 1 to {}, the cores in use", cores.size()));
  return spread(cores, *wanted);
}

std::vector<int> cpus_of(const std::vector<CpuPlace>& places) {
  std::vector<int> cpus;
  for (const auto& place : places) cpus.push_back(place.cpu);
  return cpus;
}

void note_limits(BenchRecord& record, const CpuLayout& layout, std::size_t threads) {
  const auto usable = static_cast<int>(layout.usable.size());
  if (usable < layout.online)
    record.disturbances.push_back(
        fmt::format("this process may use {} of the machine's {} CPUs", usable, layout.online));
  if (const auto quota = cgroup_cpu_quota()) {
    record.conditions["cpu_quota"] = fmt::format("{:.2f} CPUs", *quota);
    if (*quota < static_cast<double>(threads))
      record.disturbances.push_back(
          fmt::format("a control group allows {:.2f} CPUs' worth of time", *quota));
  }
  const auto load = first_number(kernel_file("/proc/loadavg").value_or(""));
  if (load) record.conditions["load_1min"] = fmt::format("{:.2f}", *load);
}

}  // namespace

Slice slice_of(std::size_t n, std::size_t thread, std::size_t threads) {
  constexpr std::size_t grain = 4 * KiB / 8;
  const auto edge = [&](std::size_t i) {
    return i == threads ? n : n / threads * i / grain * grain;
  };
  return {edge(thread), edge(thread + 1) - edge(thread)};
}

HostBench::HostBench(BenchSession& session)
    : session_(session),
      layout_(read_cpu_layout(affinity_cpus())),
      places_(choose_places(layout_, session)),
      team_(cpus_of(places_), session.clock()) {
  method("threads", std::to_string(threads()));
  note_limits(session_.record(), layout_, threads());
}

void HostBench::method(const std::string& name, const std::string& value) {
  session_.record().method[name] = value;
}

void HostBench::condition(const std::string& name, const std::string& value) {
  session_.record().conditions[name] = value;
}

Bytes HostBench::bytes_beyond_cache(int arrays) {
  const auto caches = last_level_sum(places_);
  condition("last_level_caches", caches ? bytes_text(*caches) : "unreadable");
  auto size = array_size(arrays, caches, available_memory());
  if (const auto option = session_.option("bytes"); !option.empty()) {
    const auto bytes = parse_bytes(option);
    if (!bytes) throw InputError("bytes", "\"" + option + "\" is no size; write 512MiB");
    size = {*bytes, caches && *bytes >= 4 * *caches};
  }
  if (size.bytes < least_array)
    throw Error("too little free memory for a memory benchmark; free some");
  if (!size.beyond_cache)
    session_.record().disturbances.push_back(
        caches ? fmt::format("arrays of {} are smaller than four times the last-level caches ({})",
                             bytes_text(size.bytes), bytes_text(*caches))
               : "the size of the last-level caches is unknown: the arrays may fit into them");
  method("bytes_per_array", std::to_string(size.bytes));
  return size.bytes;
}

Bytes HostBench::next_offset() { return arrays_made_++ * array_skew; }

void HostBench::note_pages(const HugeBuffer& buffer) {
  const double share = buffer.huge_share();
  auto& kind = session_.record().method["pages"];
  const auto found = page_kind(share);
  kind = kind.empty() || kind == found ? found : "mixed";
  condition("huge_page_share", fmt::format("{:.2f}", share));
}

void HostBench::run(const ThreadTeam::Job& job) {
  team_.run(job);
  session_.advance();
}

void HostBench::run_near_first(
    const std::function<void(std::size_t part, std::size_t parts)>& work) {
  const int node = places_.front().node;  // places are in order of node
  const auto parts = static_cast<std::size_t>(
      std::count_if(places_.begin(), places_.end(), [&](auto& p) { return p.node == node; }));
  run([&](std::size_t thread) {
    if (thread < parts) work(thread, parts);
  });
}

Samples HostBench::time_span(const StopRule& rule, const TimedSpan& op) {
  if (before_.at == 0) before_ = processor_time(session_.clock());
  auto samples = session_.time(rule, op);
  after_ = processor_time(session_.clock());
  return samples;
}

Samples HostBench::time(const StopRule& rule, const ThreadTeam::Job& job) {
  return time_span(rule, [&](std::uint64_t operations) {
    double span = 0;
    for (; operations > 0; --operations) span += team_.run(job);
    return span;
  });
}

Samples HostBench::time_call(const StopRule& rule, const std::function<void()>& call) {
  return time_span(rule, [&](std::uint64_t operations) {
    const auto start = session_.clock().raw();
    for (; operations > 0; --operations) call();
    return seconds(session_.clock().raw() - start);
  });
}

Measurement& HostBench::report(const std::string& metric, double work,
                               const std::vector<double>& seconds) {
  std::vector<double> rates;
  for (const double s : seconds) rates.push_back(work / s);
  auto& measured = session_.report(metric, std::move(rates));
  condition("best", fmt::format("{:.4g} {}", quantile(measured.samples, 1), measured.metric.unit));
  return measured;
}

void HostBench::finish() {
  if (after_.at > before_.at)
    note_noise(session_.record(), noise_between(before_, after_), threads());
}

namespace {

void run_host(const Benchmark& benchmark, BenchSession& session) {
  HostBench bench(session);
  std::get<void (*)(HostBench&)>(benchmark.run)(bench);
  bench.finish();
}

const Register<BenchKind> registered{{.name = "host", .run = run_host}};

}  // namespace
}  // namespace gpuproof
