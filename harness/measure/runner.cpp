// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The seam to Google Benchmark. Its exit status, its averages and its iteration counts are not
// used: exactly one iteration runs, and our own record tells how it went.
#include "harness/measure/runner.h"

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "harness/base/device_error.h"
#include "harness/base/error.h"
#include "harness/measure/bench_kind.h"

namespace gpuproof {
namespace {

class CountingReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override { count += runs.size(); }
  std::size_t count = 0;
};

void end_as(BenchRecord& record, Outcome outcome, SkipKind skip, const char* message) {
  record.outcome = outcome;
  record.skip = skip;
  record.message = message;
}

void note_mismatch(BenchRecord& record, const char* message) {
  if (!record.integrity) record.integrity.emplace();
  auto& integrity = *record.integrity;
  integrity.checked = true;
  integrity.mismatches = std::max<std::uint64_t>(1, integrity.mismatches);
  if (integrity.first_mismatch.empty()) integrity.first_mismatch = message;
}

bool usable(const Measurement& m) {
  return !m.samples.empty() && m.value > 0 && std::isfinite(m.value) &&
         std::all_of(m.samples.begin(), m.samples.end(), [](double x) { return std::isfinite(x); });
}

// What keeps a record from being a measurement; empty: it is one.
std::string gap_of(const BenchRecord& record) {
  for (const auto& key : record.promised) {
    const auto found = std::find_if(record.metrics.begin(), record.metrics.end(),
                                    [&](const Measurement& m) { return m.key == key; });
    if (found == record.metrics.end()) return record.benchmark + " ended without its figure " + key;
  }
  for (const auto& m : record.metrics)
    if (!usable(m))
      return fmt::format("{} came out as {:g} {}, which is no measurement", m.key, m.value,
                         m.metric.unit);
  if (record.metrics.empty()) return record.benchmark + " ended without any figure";
  if (!record.integrity || !record.integrity->checked)
    return record.benchmark + " ended without checking its data";
  return {};
}

// The one exception barrier around a benchmark: beyond it a failure is a value.
void run_session(const Benchmark& benchmark, BenchSession& session) {
  auto& record = session.record();
  try {
    const auto kind = bench_kind_name(benchmark);
    const auto* context = Registry<BenchKind>::instance().find(kind);
    if (!context) throw Unavailable("this build has no benchmarks of kind " + kind);
    context->run(benchmark, session);
    const auto gap = gap_of(record);
    end_as(record, gap.empty() ? Outcome::pass : Outcome::error, SkipKind::none, gap.c_str());
  } catch (const Unavailable& e) {
    end_as(record, Outcome::skip, SkipKind::unavailable, e.what());
  } catch (const Unsupported& e) {
    end_as(record, Outcome::skip, SkipKind::not_applicable, e.what());
  } catch (const NotObservable& e) {
    end_as(record, Outcome::skip, SkipKind::not_observable, e.what());
  } catch (const NotReached& e) {
    end_as(record, Outcome::inconclusive, SkipKind::none, e.what());
  } catch (const Mismatch& e) {
    note_mismatch(record, e.what());
    // The figures stay what they are; the integrity part carries the verdict on the data.
    const auto outcome = gap_of(record).empty() ? Outcome::pass : Outcome::error;
    end_as(record, outcome, SkipKind::none, e.what());
  } catch (const DeviceError& e) {
    if (e.context_dead) record.conditions[context_dead_condition] = e.call;
    end_as(record, Outcome::error, SkipKind::none, e.what());
  } catch (const std::exception& e) {
    end_as(record, Outcome::error, SkipKind::none, e.what());
  } catch (...) {
    end_as(record, Outcome::error, SkipKind::none, "the benchmark threw what is no exception");
  }
}

}  // namespace

std::string bench_kind_name(const Benchmark& benchmark) {
  static constexpr const char* names[] = {"host", "storage", "gpu"};
  static_assert(std::variant_size_v<decltype(Benchmark::run)> == std::size(names));
  return names[benchmark.run.index()];
}

BenchRecord run_guarded(const Benchmark& benchmark, const PlanStep& step, const Progress& progress,
                        const Clock& clock) {
  BenchSession session(benchmark, step, progress, clock);
  run_session(benchmark, session);
  return session.record();
}

BenchRecord run_benchmark(const Benchmark& benchmark, const PlanStep& step,
                          const Progress& progress, const Clock& clock) {
  BenchRecord record;
  std::size_t calls = 0;
  // Without a fixed count of iterations the body, set-up included, would run several times.
  benchmark::ClearRegisteredBenchmarks();
  benchmark::RegisterBenchmark(benchmark.name.c_str(),
                               [&](benchmark::State& state) {
                                 for (auto _ : state) {
                                   ++calls;
                                   record = run_guarded(benchmark, step, progress, clock);
                                   state.SetIterationTime(record.ended_s - record.started_s);
                                 }
                               })
      ->UseManualTime()
      ->Iterations(1);
  CountingReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter, "all");
  benchmark::ClearRegisteredBenchmarks();
  if (calls != 1 || reporter.count != 1)
    end_as(record, Outcome::error, SkipKind::none,
           "Google Benchmark did not run the benchmark exactly once");
  return record;
}

}  // namespace gpuproof
