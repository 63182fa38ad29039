// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What supervisor and worker say to each other: JSON lines, orders one way, records the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/record/bench_record.h"
#include "harness/record/plan.h"

namespace gpuproof {

enum class OrderKind { run, are_you_ready, go, share, more, stop };
template <>
struct EnumNames<OrderKind> {
  static constexpr std::array<EnumRow<OrderKind>, 6> table{{{OrderKind::run, "run"},
                                                            {OrderKind::are_you_ready, "ready?"},
                                                            {OrderKind::go, "go"},
                                                            {OrderKind::share, "share"},
                                                            {OrderKind::more, "more"},
                                                            {OrderKind::stop, "stop"}}};
};

// Small bytes that members of a group need of each other, as text (base64 where binary).
struct Shared {
  std::string name, data;
  int from = 0;  // place of the member in its group
};
template <class V>
void describe(V& v, Shared& x) {
  v("name", x.name);
  v("data", x.data);
  v("from", x.from, "place of the sender in its group");
}

// run: begin this step, alone or as member of a group, which is then asked `ready?` and told `go`.
// more: the same step once more, as the next attempt: its interval did not decide.
struct Order {
  OrderKind order = OrderKind::stop;
  std::optional<PlanStep> step;
  std::optional<int> attempt;
  std::optional<int> member, members;
  std::optional<Shared> shared;
};
template <class V>
void describe(V& v, Order& x) {
  v("order", x.order);
  v("step", x.step, "with run");
  v("attempt", x.attempt, "with run and more");
  v("member", x.member, "with run: place in the group, from 0");
  v("members", x.members, "with run: size of the group; absent: no group, no go is waited for");
  v("shared", x.shared, "with share");
}

enum class RecordKind { started, progress, sample, result, share, fact, bye };
template <>
struct EnumNames<RecordKind> {
  static constexpr std::array<EnumRow<RecordKind>, 7> table{{{RecordKind::started, "started"},
                                                             {RecordKind::progress, "progress"},
                                                             {RecordKind::sample, "sample"},
                                                             {RecordKind::result, "result"},
                                                             {RecordKind::share, "share"},
                                                             {RecordKind::fact, "fact"},
                                                             {RecordKind::bye, "bye"}}};
};

// started: names the benchmark before it begins. progress: work was done, in this phase.
// sample: a figure so far, for the display. fact, bye: what the worker found, and its end.
struct WorkerRecord {
  RecordKind record = RecordKind::bye;
  std::optional<int> step, attempt;
  std::optional<std::string> benchmark;
  std::optional<std::string> phase;  // "ready" answers `ready?`; "timed" opens a timed window
  std::optional<double> done;        // 0 to 1
  std::optional<std::string> key, unit;
  std::optional<double> value;
  std::optional<BenchRecord> result;
  std::optional<Shared> shared;
  std::optional<std::string> name, text;
};
template <class V>
void describe(V& v, WorkerRecord& x) {
  v("record", x.record);
  v("step", x.step);
  v("attempt", x.attempt);
  v("benchmark", x.benchmark, "with started");
  v("phase", x.phase, "with progress: setup, ready, warm-up, timed, verify, ...");
  v("done", x.done, "with progress: fraction of the step");
  v("key", x.key, "with sample");
  v("unit", x.unit);
  v("value", x.value, "with sample: median so far");
  v("result", x.result, "with result");
  v("shared", x.shared, "with share");
  v("name", x.name, "with fact");
  v("text", x.text, "with fact and bye");
}

// A line may hold every sample of a long benchmark, and no more than this.
constexpr std::size_t protocol_line_limit = std::size_t{64} << 20;

std::string order_line(const Order&);          // with its newline
std::string worker_line(const WorkerRecord&);  // with its newline
Order parse_order(std::string_view line);      // throws InputError
// Also InputError: a kind without what it needs, or a result of another shape.
WorkerRecord parse_worker_record(std::string_view line);

std::string order_schema();
std::string worker_record_schema();

}  // namespace gpuproof
