// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/record/journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/schema.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

void check_header(const Journal& journal, const std::string& file) {
  const bool ok = !journal.lines.empty() && journal.lines.front().type == JournalType::header &&
                  journal.lines.front().header;
  if (!ok)
    throw InputError(file, "does not start with a journal header; not a journal of gpuproof");
  const auto& schema = journal.lines.front().header->schema;
  if (schema != JournalHeader{}.schema)
    throw InputError(file, "journal schema \"" + schema + "\" is not one this version reads");
}

}  // namespace

Journal parse_journal(std::string_view text, const std::string& file) {
  Journal journal;
  std::size_t at = 0;
  for (int number = 1; at < text.size(); ++number) {
    const auto end = text.find('\n', at);
    const auto line = text.substr(at, end == std::string_view::npos ? end : end - at);
    if (end == std::string_view::npos) {  // no newline: the write was cut
      journal.torn = true;
      break;
    }
    const std::string place = file + ": line " + std::to_string(number);
    try {
      journal.lines.push_back(decode_text<JournalLine>(line, place));
    } catch (const InputError&) {
      // Power loss may leave a last line of zeros with its newline; before it nothing is excused.
      if (end + 1 != text.size() || journal.lines.empty()) throw;
      journal.torn = true;
      break;
    }
    at = end + 1;
    journal.valid_bytes = at;
  }
  check_header(journal, file);
  return journal;
}

const EarlyEnd* early_end(std::string_view event) {
  for (const auto& end : early_ends)
    if (end.event == event) return &end;
  return nullptr;
}

bool ended_cleanly(const Journal& journal, std::size_t until) {
  for (auto i = until; i-- > 0;) {
    const auto& line = journal.lines[i];
    if (line.type == JournalType::finished || (line.event && early_end(*line.event))) return true;
    if (line.type == JournalType::resumed) return false;
  }
  return journal.lines.empty();
}

Journal read_journal(const std::filesystem::path& file) {
  return parse_journal(read_input_file(file, std::size_t{1} << 30), file.string());
}

std::string journal_schema() { return schema_text<JournalLine>("gpuproof journal line"); }

JournalWriter JournalWriter::create(const std::filesystem::path& file) {
  FileHandle handle(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644));
  if (!handle) throw SystemError("cannot create " + file.string(), errno);
  return JournalWriter(std::move(handle), file.string(), 0);
}

JournalWriter JournalWriter::resume(const std::filesystem::path& file, const Journal& read) {
  FileHandle handle(::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (!handle) throw SystemError("cannot open " + file.string(), errno);
  if (::ftruncate(handle.get(), static_cast<off_t>(read.valid_bytes)) != 0)
    throw SystemError("cannot cut the torn last line of " + file.string(), errno);
  return JournalWriter(std::move(handle), file.string(), read.lines.back().seq + 1);
}

void JournalWriter::append(JournalLine line) {
  line.seq = next_;
  line.t = seconds(system_clock().boottime());
  const std::string what = "cannot write " + name_;
  const auto end = ::lseek(handle_.get(), 0, SEEK_END);
  try {
    write_all(handle_.get(), encode_line(line) + "\n", what);
    if (::fsync(handle_.get()) != 0) throw SystemError(what, errno);
  } catch (const SystemError&) {  // a cut line in the midst would make the whole journal unreadable
    [[maybe_unused]] const int cut = ::ftruncate(handle_.get(), end);
    throw;
  }
  ++next_;
}

namespace {
const Register<Schema> published{{"journal", journal_schema}};
}  // namespace

}  // namespace gpuproof
