#include "harness/record/journal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "harness/base/error.h"

namespace gpuproof {
namespace {

fs::path fresh_file() {
  const auto file = fs::path(testing::TempDir()) / ("gpuproof-journal-test.jsonl-" + std::to_string(::getpid()));
  fs::remove(file);
  return file;
}

JournalLine header() {
  JournalLine line;
  line.type = JournalType::header;
  line.header = JournalHeader{.run_id = "r", .plan_sha256 = "p", .boot_id = "b"};
  return line;
}

JournalLine event(const std::string& name) {
  JournalLine line;
  line.event = name;
  return line;
}

std::string two_lines() {
  const auto file = fresh_file();
  auto writer = JournalWriter::create(file);
  writer.append(header());
  writer.append(event("one"));
  return read_input_file(file);
}

TEST(Journal, numbers_its_lines) {
  const auto journal = parse_journal(two_lines(), "j");
  ASSERT_EQ(journal.lines.size(), 2u);
  EXPECT_EQ(journal.lines[1].seq, 1u);
  EXPECT_FALSE(journal.torn);
}

TEST(Journal, tolerates_a_cut_at_every_byte_of_its_last_line) {
  const auto text = two_lines();
  const auto first = text.find('\n') + 1;
  for (std::size_t n = first; n < text.size(); ++n) {
    const auto journal = parse_journal(std::string_view(text).substr(0, n), "j");
    EXPECT_EQ(journal.lines.size(), 1u);
    EXPECT_EQ(journal.torn, n > first);
  }
}

TEST(Journal, tolerates_a_last_line_of_zeros) {
  const auto journal = parse_journal(two_lines() + std::string(64, '\0') + "\n", "j");
  EXPECT_EQ(journal.lines.size(), 2u);
  EXPECT_TRUE(journal.torn);
}

TEST(Journal, refuses_damage_before_the_last_line) {
  auto text = two_lines();
  text.insert(text.find('\n') + 1, "garbage\n");
  EXPECT_THROW(parse_journal(text, "j"), InputError);
  EXPECT_THROW(parse_journal("", "j"), InputError);
  EXPECT_THROW(parse_journal("{\"type\":\"event\"}\n", "j"), InputError);
}

TEST(Journal, goes_on_after_the_last_whole_line) {
  const auto file = fresh_file();
  {
    auto writer = JournalWriter::create(file);
    writer.append(header());
    writer.append(event("one"));
  }
  {
    const FileHandle torn(::open(file.c_str(), O_WRONLY | O_APPEND));
    write_all(torn.get(), "{\"type\":\"ev", "journal");
  }
  auto writer = JournalWriter::resume(file, read_journal(file));
  writer.append(event("two"));
  const auto journal = read_journal(file);
  ASSERT_EQ(journal.lines.size(), 3u);
  EXPECT_EQ(journal.lines[2].seq, 2u);
  EXPECT_EQ(*journal.lines[2].event, "two");
}

TEST(Journal, a_second_run_cannot_take_over_the_file) {
  const auto file = fresh_file();
  const auto writer = JournalWriter::create(file);
  EXPECT_THROW(JournalWriter::create(file), SystemError);
}

}  // namespace
}  // namespace gpuproof
