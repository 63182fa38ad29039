// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The journal of a run: JSON lines, appended and synced one by one, first line the header.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/codec.h"
#include "harness/base/files.h"
#include "harness/record/bench_record.h"

namespace gpuproof {

enum class JournalType { header, started, result, event, resumed, finished };
template <>
struct EnumNames<JournalType> {
  static constexpr std::array<EnumRow<JournalType>, 6> table{
      {{JournalType::header, "header"},
       {JournalType::started, "started"},
       {JournalType::result, "result"},
       {JournalType::event, "event"},
       {JournalType::resumed, "resumed"},
       {JournalType::finished, "finished"}}};
};

struct JournalHeader {
  std::string schema = "gpuproof.journal/1";
  std::string run_id, plan_sha256, boot_id;
};
template <class V>
void describe(V& v, JournalHeader& x) {
  v("schema", x.schema);
  v("run_id", x.run_id);
  v("plan_sha256", x.plan_sha256);
  v("boot_id", x.boot_id);
}

// header: identity. started: a benchmark was named before it began. result: it ended.
// event: what the supervisor saw (signal, guard, full disk), with its reason. resumed: a new
// process goes on (its boot id tells a reboot). finished: the plan came to its end.
struct JournalLine {
  JournalType type = JournalType::event;
  std::uint64_t seq = 0;  // order of the run; time may step
  double t = 0;           // CLOCK_BOOTTIME, seconds
  std::optional<JournalHeader> header;
  std::optional<int> step;
  std::optional<std::string> benchmark;
  std::optional<BenchRecord> result;
  std::optional<std::string> event, message, boot_id;
};
template <class V>
void describe(V& v, JournalLine& x) {
  v("type", x.type);
  v("seq", x.seq);
  v("t", x.t);
  v("header", x.header);
  v("step", x.step);
  v("benchmark", x.benchmark);
  v("result", x.result);
  v("event", x.event, "interrupted, within, guard, disk_full, worker_lost, abandoned, ...");
  v("message", x.message);
  v("boot_id", x.boot_id);
}

struct Journal {
  std::vector<JournalLine> lines;
  bool torn = false;  // the last line was cut off and ignored
  std::size_t valid_bytes = 0;
};

// Whether the process that wrote the line before `until` came to an end of its own, early or not;
// else it was torn away by a kill, a power loss or a reset.
bool ended_cleanly(const Journal&, std::size_t until);

// A cut or malformed last line is tolerated; any other defect is an InputError with its line.
Journal parse_journal(std::string_view text, const std::string& file);
Journal read_journal(const std::filesystem::path& file);
std::string journal_schema();

// Events after which the supervisor ends a run before its plan, on purpose: the word of the journal
// and what to tell of it.
struct EarlyEnd {
  std::string_view event, text;
};
inline constexpr std::array<EarlyEnd, 5> early_ends{
    {{"interrupted", "the run was interrupted"},
     {"within", "the time given by --within was used up"},
     {"disk_full", "the disk became full"},
     {"journal_failed", "the journal could not be written"},
     {"guard", "the guard for temperature and power ended the run"}}};
// nullptr where the event is none of them.
const EarlyEnd* early_end(std::string_view event);


// Appends with one write and fsync per line. Throws SystemError (ENOSPC: the disk is full).
class JournalWriter {
 public:
  // Creates the file (must not exist) or opens it to go on after `valid_bytes`.
  static JournalWriter create(const std::filesystem::path& file);
  static JournalWriter resume(const std::filesystem::path& file, const Journal& read);
  // Sets seq and t, then writes.
  void append(JournalLine line);

 private:
  JournalWriter(FileHandle handle, std::string name, std::uint64_t next)
      : handle_(std::move(handle)), name_(std::move(name)), next_(next) {}
  FileHandle handle_;
  std::string name_;
  std::uint64_t next_;
};

}  // namespace gpuproof
