// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage_bench.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <thread>
#include <utility>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/text.h"
#include "harness/measure/bench_kind.h"
#include "harness/measure/storage/raw_device.h"
#include "harness/measure/storage/reading_record.h"
#include "harness/measure/storage/target_probe.h"
#include "harness/measure/storage/test_file.h"

namespace gpuproof {
namespace {

constexpr std::size_t most_jobs = 4;  // a few rings fill any array; more only burn CPUs

// The files of this process: each made once, there for all steps with the same target.
std::shared_ptr<TestFile> test_file(const TestFileSpec& spec,
                                    const std::function<void()>& progress) {
  static std::map<std::string, std::shared_ptr<TestFile>> held;
  auto& file = held[fmt::format("{} {}/{}", spec.seed, spec.folder, test_file_name(spec.run_id))];
  if (file && file->bytes() <= spec.bytes && ::access(file->path().c_str(), R_OK) == 0) return file;
  file.reset();
  file = std::make_shared<TestFile>(spec, progress);
  return file;
}

Bytes bytes_option(const BenchSession& session) {
  const Bytes otherwise = session.option("suite", "quick") == "quick" ? 2 * GiB : 8 * GiB;
  const auto text = session.option("file_bytes");
  if (text.empty()) return otherwise;
  const auto bytes = parse_bytes(text);
  if (!bytes || *bytes < 4 * MiB)
    throw InputError("file_bytes", "\"" + text + "\" is not a size of 4 MiB or more");
  return *bytes;
}

bool yes(const std::string& text) { return text == "yes" || text == "true" || text == "1"; }

}  // namespace

StorageBench::StorageBench(BenchSession& session) : session_(session) {
  const auto seed = to_uint(session.option("seed", "1"));
  if (!seed) throw InputError("seed", "\"" + session.option("seed") + "\" is not a number");
  seed_ = *seed;
  open_target();
  label_keys();
}

StorageBench::~StorageBench() = default;

void StorageBench::open_target() {
  const std::string path = session_.option("target", ".");
  const bool raw = yes(session_.option("raw")) || is_block_device(path);
  target_ = vet_target(raw ? probe_raw_device(path) : probe_folder(path));
  auto& record = session_.record();
  record.conditions["target"] = path;
  record.conditions["file_system"] = target_.file_system;
  record.conditions["stack"] = target_.stack;
  record.conditions["drives"] = join(target_.drives, " ");
  if (target_.use == TargetUse::refused) throw InputError(join(target_.reasons, "; "));
  for (const auto& reason : target_.reasons) record.disturbances.push_back(reason);
  raw ? open_device() : open_file();
}

void StorageBench::open_file() {
  TestFileSpec spec{.folder = session_.option("target", "."),
                    .run_id = session_.option("run", fmt::format("process-{}", ::getpid())),
                    .bytes = bytes_option(session_),
                    .seed = seed_,
                    .keep = yes(session_.option("keep", session_.option("keep_files")))};
  file_ = test_file(spec, [this] { session_.advance(); });
  fd_ = file_->fd();
  first_ = test_data_offset;
  bytes_ = file_->bytes() - first_;
  auto& record = session_.record();
  record.conditions["file"] = bytes_text(file_->bytes());
  record.method["content"] = "own file of seeded incompressible data";
  for (const auto& note : file_->notes()) record.notes.push_back(note);
}

void StorageBench::open_device() {
  device_ = std::make_unique<RawDevice>(session_.option("target"));
  fd_ = device_->fd();
  bytes_ = device_->bytes();
  auto& record = session_.record();
  record.conditions["device"] = bytes_text(bytes_);
  record.method["content"] = "raw device as found";
  if (device_->in_use())
    record.notes.push_back(
        "the device is mounted or part of something: others may use it meanwhile");
}

// A plan names drive and mode; a call from the command line leaves them to what is found.
void StorageBench::label_keys() {
  auto& labels = session_.record().labels;
  labels.emplace("drive", target_.drive);
  labels.emplace("mode", "alone");
  if (labels.at("drive") != target_.drive)
    session_.record().notes.push_back("planned for " + labels.at("drive") + ", found on " +
                                      target_.drive);
  for (auto& promised : session_.record().promised) {
    Key key = Key::parse(promised);
    for (const auto& [label, value] : labels) key.labels[label] = value;
    promised = key.text();
  }
}

unsigned StorageBench::queue_depth() const {
  const auto& text = session_.label("q");
  const auto depth = to_uint(text);
  if (!depth || *depth < 1 || *depth > 4096)
    throw InputError("q", "\"" + text + "\" is not a number of reads from 1 to 4096");
  return static_cast<unsigned>(*depth);
}

unsigned StorageBench::jobs(std::size_t wanted) const {
  const std::size_t cpus = std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::clamp<std::size_t>(wanted, 1, std::min(most_jobs, cpus)));
}

Reading StorageBench::read(ReadSpec shape) {
  shape.first = first_;
  shape.bytes = bytes_;
  shape.seed = mix64(seed_, 1);
  shape.polled = target_.polled;
  shape.window_s = window_length(session_.budget_s());
  if (file_) shape.data_seed = seed_;
  if (shape.block % target_.alignment != 0)
    throw Unsupported(session_.option("target", ".") + " reads only in multiples of " +
                      bytes_text(target_.alignment) + ", not in blocks of " +
                      bytes_text(shape.block));
  const auto before = read_drive_counters(target_.drives);
  RingReader reader(fd_, shape, session_.clock());
  auto reading = take_windows(reader, session_);
  const auto totals = reader.finish();
  const auto after = read_drive_counters(target_.drives);
  reading.latency_ns.merge(totals.jobs.unfinished_ns);
  auto& record = session_.record();
  tell_method(record, shape, totals);
  judge_content(record, shape, totals);
  judge_traffic(record, traffic_between(before, after, totals.bytes), totals.bytes,
                join(target_.drives, " "));
  if (device_) {
    judge_zeros(record, totals);
    session_.verified(device_->check(mix64(seed_, 2)));
  }
  return reading;
}

void StorageBench::tell_latency(const Reading& reading) {
  gpuproof::tell_latency(session_.record(), reading.latency_ns);
}

Measurement& StorageBench::report(const std::string& metric, std::vector<double> samples) {
  return session_.report(metric, std::move(samples), session_.record().labels);
}

std::string drive_of_target(const std::string& path) {
  return vet_target(is_block_device(path) ? probe_raw_device(path) : probe_folder(path)).drive;
}

namespace {

const Register<BenchKind> registered{
    {.name = "storage", .run = [](const Benchmark& benchmark, BenchSession& session) {
       StorageBench bench(session);
       std::get<void (*)(StorageBench&)>(benchmark.run)(bench);
     }}};

}  // namespace
}  // namespace gpuproof
