// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/cases/field_case.h"

#include "harness/base/json_patch.h"
#include "harness/base/text.h"
#include "harness/machine/kernel_log_parse.h"
#include "harness/measure/statistics.h"

namespace gpuproof {

template <>
void Decoder::read<JsonBox>(const View& view, JsonBox& value) {
  value = parse_json_box(dump_line(view.json()), "case");
}

namespace {

Snapshot snapshot_of(const JsonBox& json, const std::string& place) {
  return snapshot_from_json(dump_line(*json), place);
}

void put_log(Snapshot& snapshot, const std::vector<std::string>& log) {
  if (log.empty()) return;
  const LogTimes times{.boottime_us = snapshot.header.boottime_us,
                       .wall_us = snapshot.header.wall_us};
  snapshot.kernel_log = parse_kernel_log(join(log, "\n") + "\n", "kmsg", times);
  // As when the ring is read: what it holds speaks up to now.
  auto& read = *snapshot.kernel_log;
  if (read.covers_from_us) read.covers_to_us = times.boottime_us;
}

Measurement measurement_of(const CaseResult& result) {
  Measurement m;
  m.key = result.key;
  m.metric = {Key::parse(result.key).name, result.unit, result.better, "case", "a figure"};
  m.samples = result.samples;
  m.value = median(m.samples);
  const auto interval = median_interval(m.samples);
  m.low = interval.low;
  m.high = interval.high;
  m.ceiling = result.ceiling;
  m.ceiling_source = "the case";
  m.reference = result.reference;
  return m;
}

BenchRecord record_of(const CaseResult& result) {
  BenchRecord record;
  const auto key = Key::parse(result.key);
  record.benchmark = key.name;
  record.labels = key.labels;
  record.attempt = result.attempt;
  record.outcome = result.outcome;
  record.skip = result.skip;
  record.message = result.message;
  record.promised = {result.key};
  record.disturbances = result.disturbances;
  record.method = result.method;
  record.conditions = result.conditions;
  if (result.outcome != Outcome::pass && result.mismatches == 0) return record;
  record.integrity = Integrity{
      .checked = true, .values = 1000, .mismatches = result.mismatches, .how = "each value"};
  if (!result.samples.empty()) record.metrics = {measurement_of(result)};
  return record;
}

// A process of ours that left nothing but its number.
BenchRecord process(std::uint64_t pid, bool ended_by_us) {
  BenchRecord record;
  record.benchmark = "run/process";
  record.outcome = Outcome::pass;
  record.pid = static_cast<std::int64_t>(pid);
  if (ended_by_us) record.conditions["ended_by_us"] = "yes";
  return record;
}

class JournalMaker {
 public:
  JournalMaker(RunRecord& run, double t) : run_(run), t_(t) {}
  void add(JournalLine line) {
    line.seq = run_.journal.lines.size();
    line.t = t_;
    run_.journal.lines.push_back(std::move(line));
  }
  void result(BenchRecord record) {
    add({.type = JournalType::result, .result = std::move(record)});
  }
  void at(double t) { t_ = t; }

 private:
  RunRecord& run_;
  double t_;
};

void put_journal(RunRecord& run, const FieldCase& c) {
  const auto now_us = run.before.header.boottime_us;
  const auto window = c.window.value_or(CaseWindow{.from_us = now_us, .to_us = now_us});
  JournalMaker journal(run, static_cast<double>(window.from_us) / 1e6);
  JournalHeader header;
  header.run_id = c.id;
  header.boot_id = run.before.header.boot_id.value_or("");
  journal.add({.type = JournalType::header, .header = header});
  for (const auto pid : window.own_pids) journal.result(process(pid, false));
  for (const auto pid : window.ended_pids) journal.result(process(pid, true));
  for (const auto& result : c.results) journal.result(record_of(result));
  journal.at(static_cast<double>(window.to_us) / 1e6);
  journal.add({.type = JournalType::finished});
}

void put_plan(Plan& plan, const FieldCase& c) {
  plan.suite = "standard";
  plan.run_id = c.id;
  plan.expected_gpus = c.expected_gpus;
  if (c.expected_gpus) plan.expected_gpus_origin = "--expect";
  if (c.policy) plan.policy = encode_line(*c.policy);
  int id = 0;
  for (const auto& key : c.promised) {
    const auto parsed = Key::parse(key);
    plan.steps.push_back(
        {.id = ++id, .benchmark = parsed.name, .labels = parsed.labels, .promises = {key}});
  }
}

}  // namespace

FieldCase load_case(const std::filesystem::path& file) { return decode_file<FieldCase>(file); }

RunRecord run_of(const FieldCase& c, const std::string& base) {
  auto now = parse_json_box(base, "base.json");
  if (c.snapshot) merge_patch(*now, **c.snapshot);
  RunRecord run;
  auto snapshot = snapshot_of(now, c.id + " snapshot");
  put_log(snapshot, c.kernel_log);
  run.before = snapshot;
  if (c.before) {
    auto earlier = now;
    merge_patch(*earlier, **c.before);
    run.before = snapshot_of(earlier, c.id + " before");
  }
  if (c.before || c.window) run.after = snapshot;
  run.profile = c.profile.value_or(Profile{.id = "case", .kind = "machine"});
  put_plan(run.plan, c);
  put_journal(run, c);
  return run;
}

}  // namespace gpuproof
