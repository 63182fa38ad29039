// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Each benchmark runs through the same guarded call as in a worker; its figures become counters.
#include "harness/measure/raw_front.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <regex>

#include "harness/base/error.h"
#include "harness/measure/runner.h"

namespace gpuproof {
namespace {

struct Case {
  const Benchmark* benchmark;
  PlanStep step;
  std::string name;
};

// Google Benchmark's own way of naming arguments: braces would be signs of the filter.
std::string raw_name(const std::string& benchmark, const Labels& labels) {
  std::string name = benchmark;
  for (const auto& [label, value] : labels) name += "/" + label + ":" + value;
  return name;
}

std::vector<Case> all_cases(const RawFront& front) {
  std::vector<Case> cases;
  for (const auto* benchmark : Registry<Benchmark>::instance().all())
    for (const auto& labels : variant_labels(*benchmark)) {
      const PlanStep step{.benchmark = benchmark->name,
                          .labels = labels,
                          .options = front.options,
                          .budget_s = front.budget_s};
      cases.push_back({benchmark, step, raw_name(benchmark->name, labels)});
    }
  return cases;
}

std::vector<Case> chosen_cases(const RawFront& front) {
  std::vector<Case> chosen;
  try {
    const std::regex pattern(front.filter, std::regex::extended);
    for (auto& one : all_cases(front))
      if (std::regex_search(one.name, pattern)) chosen.push_back(std::move(one));
  } catch (const std::regex_error& e) {  // the user's expression, not our bug
    throw InputError("--filter", "\"" + front.filter + "\" is no regular expression");
  }
  if (chosen.empty())
    throw InputError("--filter", "\"" + front.filter + "\" matches no benchmark; see bench --list");
  return chosen;
}

// Google Benchmark writes NaN bare, which is no JSON: such a figure is left out.
void add_counters(benchmark::State& state, const BenchRecord& record) {
  for (const auto& m : record.metrics)
    if (std::isfinite(m.value)) state.counters[m.key + " " + m.metric.unit] = m.value;
}

int& tally_of(const BenchRecord& record, RawTally& tally) {
  if (record.integrity && record.integrity->mismatches > 0) return tally.wrong;
  if (record.outcome == Outcome::skip) return tally.skipped;
  return record.outcome == Outcome::pass ? tally.measured : tally.errors;
}

// For programs, method and conditions too: a figure without them is no result.
std::string label_of(const BenchRecord& record, const std::string& format) {
  // What is made on a virtual GPU says so in every format.
  std::string label = record.conditions.count("simulated") ? "SIMULATED; " : "";
  label += record.stop_reason;
  if (format == "console") return label;
  for (const auto* facts : {&record.method, &record.conditions})
    for (const auto& [name, value] : *facts) label += "; " + name + "=" + value;
  return label;
}

void run_case(const Case& one, const std::string& format, benchmark::State& state,
              RawTally& tally) {
  BenchRecord record;
  for (auto _ : state) {
    record = run_guarded(*one.benchmark, one.step);
    state.SetIterationTime(std::max(1e-9, record.ended_s - record.started_s));
  }
  auto& count = tally_of(record, tally);
  ++count;
  if (&count == &tally.wrong) record.message = "wrong data: " + record.integrity->first_mismatch;
  if (&count != &tally.measured) state.SkipWithError(record.message.c_str());
  add_counters(state, record);
  state.SetLabel(label_of(record, format));
}

// Deprecated there for years, and still what spreadsheets read.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
std::unique_ptr<benchmark::BenchmarkReporter> csv_reporter() {
  return std::make_unique<benchmark::CSVReporter>();
}
#pragma GCC diagnostic pop

std::unique_ptr<benchmark::BenchmarkReporter> reporter(const std::string& format) {
  if (format == "console")
    return std::make_unique<benchmark::ConsoleReporter>(benchmark::ConsoleReporter::OO_None);
  if (format == "json") return std::make_unique<benchmark::JSONReporter>();
  if (format == "csv") return csv_reporter();
  throw InputError("--format", "\"" + format + "\" is none of console, json, csv");
}

}  // namespace

std::vector<std::string> raw_names(const RawFront& front) {
  std::vector<std::string> names;
  for (const auto& one : chosen_cases(front)) names.push_back(one.name);
  return names;
}

RawTally run_raw(const RawFront& front) {
  const auto cases = chosen_cases(front);
  const auto display = reporter(front.format);
  std::ofstream file;
  if (!front.out.empty()) {
    file.open(front.out);
    if (!file) throw InputError(front.out, "cannot be written; choose another file");
    display->SetOutputStream(&file);
  }
  for (const auto& [key, value] : front.context) benchmark::AddCustomContext(key, value);
  RawTally tally;
  benchmark::ClearRegisteredBenchmarks();
  for (const auto& one : cases)
    benchmark::RegisterBenchmark(
        one.name.c_str(),
        [&](benchmark::State& state) { run_case(one, front.format, state, tally); })
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks(display.get(), "all");
  benchmark::ClearRegisteredBenchmarks();
  return tally;
}

}  // namespace gpuproof
