// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A run that is begun, cut off, and gone on with; and reading it.
#include "harness/run/resume_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "harness/base/error.h"
#include "harness/run/load_run.h"
#include "harness/run/measure_run.h"
#include "tests/unit/run/scratch_folder.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

class Resume : public testing::Test {
 protected:
  Resume() {
    run_.plan.tool_version = "0.1.0";
    run_.plan.build = "test";
    run_.plan.run_id = "r1";
    run_.plan.steps = {{.id = 1, .benchmark = "host/read"}, {.id = 2, .benchmark = "host/copy"}};
    run_.before.header.machine_id = std::string("machine-a");
    run_.before.header.boot_id = std::string("boot-1");
    run_.profile.id = "derived";
    run_.profile.kind = "machine";
    run_.profile.title = "t";
  }

  // A run that was killed in its second step.
  void begin() {
    const auto folder = RunDirectory::create(place_ / "run");
    auto log = begin_journal(folder, run_);
    log.started(run_.plan.steps[0]);
    log.result({.step = 1, .benchmark = "host/read", .outcome = Outcome::pass});
    log.started(run_.plan.steps[1]);
  }
  ResumedRun load(const Snapshot& now, const std::string& version = "0.1.0") {
    return load_to_resume(RunDirectory::resume(place_ / "run"), now, {version, "test"});
  }
  std::string text(const std::string& name) { return read_input_file(place_ / "run" / name); }

  ScratchFolder place_;
  PreparedRun run_;
};

TEST_F(Resume, what_was_in_flight_is_the_next_attempt_and_the_journal_says_resumed) {
  begin();
  const auto folder = RunDirectory::resume(place_ / "run");
  const auto resumed = load_to_resume(folder, run_.before, {"0.1.0", "test"});
  const auto units = units_left(resumed.run.plan, resumed.journal);
  ASSERT_EQ(units.size(), 1u);
  EXPECT_EQ(units[0].steps[0].attempt, 2);
  resume_journal(folder, resumed, run_.before);
  const auto journal = read_journal(place_ / "run/journal.jsonl");
  EXPECT_EQ(journal.lines.back().type, JournalType::resumed);
  EXPECT_EQ(journal.lines.back().boot_id, "boot-1");
  EXPECT_EQ(journal.lines.back().seq, 4u);
}

TEST_F(Resume, another_boot_without_a_clean_end_is_an_unexpected_reboot) {
  begin();
  auto now = run_.before;
  now.header.boot_id = std::string("boot-2");
  const auto folder = RunDirectory::resume(place_ / "run");
  resume_journal(folder, load_to_resume(folder, now, {"0.1.0", "test"}), now);
  const auto journal = read_journal(place_ / "run/journal.jsonl");
  EXPECT_EQ(journal.lines.back().event, "unexpected_reboot");
}

TEST_F(Resume, another_boot_after_an_asked_for_end_is_none) {
  begin();
  {
    const auto folder = RunDirectory::resume(place_ / "run");
    const auto journal = read_journal(place_ / "run/journal.jsonl");
    auto writer = JournalWriter::resume(place_ / "run/journal.jsonl", journal);
    writer.append({.type = JournalType::event, .event = "interrupted", .message = "SIGTERM"});
  }
  auto now = run_.before;
  now.header.boot_id = std::string("boot-2");
  const auto folder = RunDirectory::resume(place_ / "run");
  resume_journal(folder, load_to_resume(folder, now, {"0.1.0", "test"}), now);
  EXPECT_EQ(read_journal(place_ / "run/journal.jsonl").lines.back().type, JournalType::resumed);
}

TEST_F(Resume, another_machine_another_program_and_another_plan_are_refused) {
  begin();
  auto other = run_.before;
  other.header.machine_id = std::string("machine-b");
  EXPECT_THAT(error_of([&] { load(other); }), HasSubstr("another machine"));
  EXPECT_THAT(error_of([&] { load(run_.before, "0.2.0"); }), HasSubstr("begun by gpuproof 0.1.0"));
  auto plan = run_.plan;
  plan.steps.pop_back();
  write_file_atomic(place_ / "run/plan.json", encode_pretty(plan));
  EXPECT_THAT(error_of([&] { load(run_.before); }), HasSubstr("not the plan that was begun"));
}

TEST_F(Resume, another_board_is_another_machine_even_with_a_cloned_disk) {
  SmbiosTables tables;
  tables.board = Unit{.serial = "B1"};
  run_.before.smbios = tables;
  begin();
  auto other = run_.before;
  tables.board = Unit{.serial = "B2"};
  other.smbios = tables;
  EXPECT_THAT(error_of([&] { load(other); }), HasSubstr("another machine"));
  other.smbios = {};  // a user who may not read them
  EXPECT_EQ(error_of([&] { load(other); }), "no error");
}

TEST_F(Resume, a_finished_run_is_refused_and_one_that_lacks_only_its_report_is_not) {
  begin();
  {
    const auto journal = read_journal(place_ / "run/journal.jsonl");
    auto writer = JournalWriter::resume(place_ / "run/journal.jsonl", journal);
    writer.append({.type = JournalType::finished});
  }
  const auto before = text("journal.jsonl");
  {
    const auto folder = RunDirectory::resume(place_ / "run");
    const auto resumed = load_to_resume(folder, run_.before, {"0.1.0", "test"});
    EXPECT_TRUE(resumed.all_measured);
    resume_journal(folder, resumed, run_.before);
  }
  EXPECT_EQ(text("journal.jsonl"), before);
  write_file_atomic(place_ / "run/report.json", "{}");
  EXPECT_THAT(error_of([&] { load(run_.before); }), HasSubstr("finished already"));
}

TEST_F(Resume, an_old_report_does_not_outlive_the_resume) {
  begin();
  for (const auto* name : {"report.json", "machine-after.json"})
    write_file_atomic(place_ / "run" / name, "{}");
  const auto folder = RunDirectory::resume(place_ / "run");
  resume_journal(folder, load_to_resume(folder, run_.before, {"0.1.0", "test"}), run_.before);
  EXPECT_FALSE(folder.has("report.json"));
  EXPECT_FALSE(folder.has("machine-after.json"));
}

TEST_F(Resume, a_torn_last_line_is_cut_and_a_journal_without_a_line_is_begun_anew) {
  begin();
  const auto whole = text("journal.jsonl");
  write_file_atomic(place_ / "run/journal.jsonl", whole + "{\"type\":\"res");
  {
    const auto folder = RunDirectory::resume(place_ / "run");
    resume_journal(folder, load_to_resume(folder, run_.before, {"0.1.0", "test"}), run_.before);
  }
  EXPECT_EQ(text("journal.jsonl").substr(0, whole.size()), whole);
  EXPECT_EQ(read_journal(place_ / "run/journal.jsonl").lines.back().type, JournalType::resumed);
  write_file_atomic(place_ / "run/journal.jsonl", "{\"type\":\"hea");
  const auto folder = RunDirectory::resume(place_ / "run");
  const auto resumed = load_to_resume(folder, run_.before, {"0.1.0", "test"});
  EXPECT_TRUE(resumed.journal.lines.empty());
  resume_journal(folder, resumed, run_.before);
  EXPECT_EQ(read_journal(place_ / "run/journal.jsonl").lines.size(), 1u);
}

TEST_F(Resume, a_run_is_read_back_with_its_hashes) {
  begin();
  write_file_atomic(place_ / "run/attachments/worker-1.log", "text");
  write_file_atomic(place_ / "run/telemetry.jsonl", "{\"t\":1,\"values\":{\"a\":2}}\n{\"t\":");
  const auto run = load_run(place_ / "run");
  EXPECT_EQ(run.plan.run_id, "r1");
  EXPECT_EQ(run.journal.lines.size(), 4u);
  ASSERT_EQ(run.telemetry.size(), 1u);
  std::vector<std::string> names;
  for (const auto& input : run.inputs) names.push_back(input.name);
  EXPECT_THAT(names,
              testing::ElementsAre("plan.json", "machine-before.json", "profile.json",
                                   "journal.jsonl", "telemetry.jsonl", "attachments/worker-1.log"));
  EXPECT_EQ(run.inputs[0].sha256, run.journal.lines[0].header->plan_sha256);
}

TEST_F(Resume, what_is_no_run_is_told_by_what_it_lacks) {
  EXPECT_THAT(error_of([&] { load_run(place_ / "none"); }), HasSubstr("no such folder"));
  EXPECT_THAT(error_of([&] { load_run(place_.path()); }), HasSubstr("plan.json is missing"));
  begin();
  write_file_atomic(place_ / "run/plan.json", "{\"schema\":1}");
  EXPECT_THAT(error_of([&] { load_run(place_ / "run"); }), HasSubstr("plan.json"));
  fs::remove(place_ / "run/journal.jsonl");
  EXPECT_THAT(error_of([&] { load_run(place_ / "run"); }), HasSubstr("journal.jsonl is missing"));
}

}  // namespace
}  // namespace gpuproof
