// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/protocol.h"

#include "harness/base/error.h"
#include "harness/base/schema.h"

namespace gpuproof {
namespace {

constexpr JsonLimits limits{.bytes = protocol_line_limit, .depth = 32};

void need(bool present, const std::string& place, std::string_view kind, const char* member) {
  if (!present)
    throw InputError(place, "\"" + std::string(kind) + "\" lacks its \"" + member + "\"");
}

void check(const Order& order) {
  const auto kind = name_of(order.order);
  if (order.order == OrderKind::run) need(order.step && order.attempt, "order", kind, "step");
  if (order.order == OrderKind::more) need(order.attempt.has_value(), "order", kind, "attempt");
  if (order.order == OrderKind::share) need(order.shared.has_value(), "order", kind, "shared");
}

void check(const WorkerRecord& record) {
  const auto kind = name_of(record.record);
  const std::string place = "worker record";
  if (record.record == RecordKind::started) {
    need(record.step.has_value(), place, kind, "step");
    need(record.benchmark.has_value(), place, kind, "benchmark");
  }
  if (record.record == RecordKind::result) need(record.result.has_value(), place, kind, "result");
  if (record.record == RecordKind::share) need(record.shared.has_value(), place, kind, "shared");
  if (record.record == RecordKind::sample) need(record.value && record.key, place, kind, "value");
  if (record.record == RecordKind::fact) need(record.name && record.text, place, kind, "name");
}

}  // namespace

std::string order_line(const Order& order) { return encode_line(order) + "\n"; }

std::string worker_line(const WorkerRecord& record) { return encode_line(record) + "\n"; }

Order parse_order(std::string_view line) {
  auto order = decode_text<Order>(line, "order", limits);
  check(order);
  return order;
}

WorkerRecord parse_worker_record(std::string_view line) {
  auto record = decode_text<WorkerRecord>(line, "worker record", limits);
  check(record);
  return record;
}

std::string order_schema() { return schema_text<Order>("gpuproof order to a worker"); }

std::string worker_record_schema() {
  return schema_text<WorkerRecord>("gpuproof record of a worker");
}

namespace {
const Register<Schema> published_order{{"order", order_schema}};
const Register<Schema> published_record{{"worker-record", worker_record_schema}};
}  // namespace

}  // namespace gpuproof
