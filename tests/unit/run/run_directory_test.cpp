// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Folders, claims and locks: what is refused, and with which words.
#include "harness/run/run_directory.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <functional>

#include "harness/base/error.h"
#include "harness/run/lock.h"
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

TEST(RunDirectory, a_new_folder_is_made_with_its_parents_and_a_reserve) {
  const ScratchFolder place;
  const auto run = RunDirectory::create(place / "a/b");
  EXPECT_TRUE(fs::is_directory(place / "a/b/attachments"));
  EXPECT_EQ(fs::file_size(place / "a/b/.reserve"), 1u << 20);
  run.free_reserve();
  EXPECT_FALSE(run.has(".reserve"));
}

TEST(RunDirectory, an_empty_folder_is_taken) {
  const ScratchFolder place;
  EXPECT_NO_THROW(RunDirectory::create(place.path()));
}

TEST(RunDirectory, files_runs_and_foreign_content_are_refused_each_in_its_words) {
  const ScratchFolder place;
  write_file_atomic(place / "file", "x");
  EXPECT_THAT(error_of([&] { RunDirectory::create(place / "file"); }), HasSubstr("is a file"));
  EXPECT_THAT(error_of([&] { RunDirectory::create(place / "file/below"); }),
              HasSubstr("cannot be made"));
  EXPECT_THAT(error_of([&] { RunDirectory::create(place.path()); }), HasSubstr("is not empty"));
  write_file_atomic(place / "journal.jsonl", "x");
  EXPECT_THAT(error_of([&] { RunDirectory::create(place.path()); }),
              HasSubstr("holds a run already"));
}

TEST(RunDirectory, a_second_process_is_refused_while_the_first_lives) {
  const ScratchFolder place;
  {
    const auto first = RunDirectory::create(place / "run");
    EXPECT_THAT(error_of([&] { RunDirectory::create(place / "run"); }),
                HasSubstr("another gpuproof (process " + std::to_string(::getpid()) + ")"));
    first.write("plan.json", "{}");
    EXPECT_THAT(error_of([&] { RunDirectory::resume(place / "run"); }),
                HasSubstr("another gpuproof"));
  }
  EXPECT_NO_THROW(RunDirectory::resume(place / "run"));
}

TEST(RunDirectory, nothing_can_be_resumed_where_nothing_was_planned) {
  const ScratchFolder place;
  EXPECT_THAT(error_of([&] { RunDirectory::resume(place.path()); }),
              HasSubstr("nothing to go on with"));
  EXPECT_THAT(error_of([&] { RunDirectory::resume(place / "none"); }),
              HasSubstr("is not a folder"));
}

TEST(RunDirectory, empty_attachments_go_and_full_ones_stay) {
  const ScratchFolder place;
  const auto run = RunDirectory::create(place / "run");
  run.write("attachments/worker-1.log", "");
  run.write("attachments/worker-2.log", "text");
  run.remove_empty_attachments();
  EXPECT_FALSE(run.has("attachments/worker-1.log"));
  EXPECT_TRUE(run.has("attachments/worker-2.log"));
}

TEST(RunDirectory, the_default_name_tells_host_and_time_and_is_a_plain_one) {
  const auto name = default_run_folder("no/de 1", 1'764'540'000'000'000'000).string();
  EXPECT_THAT(name, testing::MatchesRegex("gpuproof-no_de_1-[0-9]{8}-[0-9]{6}"));
}

TEST(Lock, one_holder_at_a_time_and_the_other_learns_its_pid) {
  const ScratchFolder place;
  {
    const auto held = lock_machine("host", {place.path()});
    EXPECT_THAT(error_of([&] { lock_machine("host", {place.path()}); }),
                HasSubstr("process " + std::to_string(::getpid())));
    EXPECT_NO_THROW(lock_machine("GPU-1", {place.path()}));
  }
  EXPECT_NO_THROW(lock_machine("host", {place.path()}));
}

TEST(Lock, the_file_can_be_opened_by_others_whatever_the_umask) {
  const ScratchFolder place;
  const auto old = ::umask(077);
  const auto held = lock_machine("host", {place.path()});
  ::umask(old);
  struct stat status {};
  ::stat((place / "gpuproof-host.lock").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0644u);
}

TEST(Lock, a_link_or_folder_or_pipe_is_never_followed) {
  const ScratchFolder place;
  const auto file = place / "gpuproof-host.lock";
  fs::create_symlink(place / "elsewhere", file);
  EXPECT_THAT(error_of([&] { lock_machine("host", {place.path()}); }), HasSubstr("is a link"));
  EXPECT_FALSE(fs::exists(place / "elsewhere"));
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_THAT(error_of([&] { lock_machine("host", {place.path()}); }),
              HasSubstr("not a plain file"));
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0644), 0);
  EXPECT_THAT(error_of([&] { lock_machine("host", {place.path()}); }),
              HasSubstr("not a plain file"));
}

TEST(Lock, the_next_folder_serves_where_the_first_is_missing) {
  const ScratchFolder place;
  EXPECT_NO_THROW(lock_machine("host", {place / "missing", place.path()}));
  EXPECT_TRUE(fs::exists(place / "gpuproof-host.lock"));
  EXPECT_THAT(error_of([&] { lock_machine("host", {place / "missing"}); }), HasSubstr("--share"));
}

}  // namespace
}  // namespace gpuproof
