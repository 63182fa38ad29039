// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/test_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/measure/storage/file_data.h"
#include "harness/measure/storage/read_buffers.h"
#include "harness/measure/storage/test_data_writer.h"
#include "harness/measure/storage/test_file_header.h"
#include "tests/unit/measure/storage/temporary_folder.h"

namespace gpuproof {
namespace {

TestFileSpec small(const TemporaryFolder& folder) {
  return {.folder = folder.path(), .run_id = "unit", .bytes = 8 * MiB, .seed = 7, .keep = true};
}

std::string path_of(const TestFileSpec& spec) {
  return spec.folder + "/" + test_file_name(spec.run_id);
}

// Makes a file, lets the caller spoil it, and tells whether it was made anew.
bool made_anew_after(const std::function<void(const std::string& path, TestFileSpec&)>& spoil) {
  const TemporaryFolder folder;
  auto spec = small(folder);
  { const TestFile first(spec); }
  spoil(path_of(spec), spec);
  const TestFile second(spec);
  EXPECT_EQ(second.bytes(), spec.bytes);
  return !second.reused();
}

void write_at(const std::string& path, off_t offset, std::string_view bytes) {
  const FileHandle file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  ASSERT_EQ(::pwrite(file.get(), bytes.data(), bytes.size(), offset),
            static_cast<ssize_t>(bytes.size()));
}

TEST(TestFile, holds_its_header_and_the_data_of_its_seed) {
  const TemporaryFolder folder;
  const TestFile file(small(folder));
  EXPECT_FALSE(file.reused());
  const std::string bytes = read_input_file(file.path());
  ASSERT_EQ(bytes.size(), 8 * MiB);
  EXPECT_EQ(parse_header(bytes.substr(0, test_header_bytes)), (TestFileHeader{7, 8 * MiB}));
  std::vector<std::uint64_t> words((8 * MiB - 4096) / 8);
  std::copy_n(bytes.data() + 4096, words.size() * 8, reinterpret_cast<char*>(words.data()));
  std::optional<WordMismatch> first;
  EXPECT_EQ(count_mismatches(7, 4096, words, first), 0u);
}

TEST(TestFile, is_removed_unless_kept) {
  const TemporaryFolder folder;
  auto spec = small(folder);
  { const TestFile kept(spec); }
  EXPECT_EQ(folder.entries(), 1u);
  spec.keep = false;
  { const TestFile taken(spec); }
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(TestFile, a_right_one_is_taken_over) {
  EXPECT_FALSE(made_anew_after([](auto&, auto&) {}));
}

TEST(TestFile, another_seed_length_header_or_content_is_made_anew) {
  EXPECT_TRUE(made_anew_after([](auto&, TestFileSpec& spec) { spec.seed = 8; }));
  EXPECT_TRUE(made_anew_after([](auto&, TestFileSpec& spec) { spec.bytes = 4 * MiB; }));
  EXPECT_TRUE(
      made_anew_after([](auto& path, auto&) { EXPECT_EQ(::truncate(path.c_str(), 6 * MiB), 0); }));
  EXPECT_TRUE(made_anew_after([](auto& path, auto&) { write_at(path, 0, "x"); }));
  EXPECT_TRUE(made_anew_after([](auto& path, auto&) { write_at(path, 3000, "x"); }));
  EXPECT_TRUE(made_anew_after(
      [](auto& path, auto&) { write_at(path, 4096, std::string(8 * MiB - 4096, '\0')); }));
  EXPECT_TRUE(
      made_anew_after([](auto& path, auto&) { EXPECT_EQ(::truncate(path.c_str(), 0), 0); }));
}

TEST(TestFile, truncated_to_holes_with_a_right_header_is_made_anew) {
  EXPECT_TRUE(made_anew_after([](auto& path, auto&) {
    EXPECT_EQ(::truncate(path.c_str(), 4096), 0);
    EXPECT_EQ(::truncate(path.c_str(), 8 * MiB), 0);
  }));
}

TEST(TestFile, never_follows_a_link_or_touches_what_is_not_ours) {
  const TemporaryFolder folder, elsewhere;
  const auto spec = small(folder);
  const std::string precious = elsewhere.path() + "/precious";
  std::ofstream(precious) << "keep me";
  ASSERT_EQ(::symlink(precious.c_str(), path_of(spec).c_str()), 0);
  EXPECT_THROW(TestFile{spec}, InputError);
  EXPECT_EQ(read_input_file(precious), "keep me");
  ::unlink(path_of(spec).c_str());
  ASSERT_EQ(::link(precious.c_str(), path_of(spec).c_str()), 0);
  EXPECT_THROW(TestFile{spec}, InputError);
  EXPECT_EQ(read_input_file(precious), "keep me");
  ::unlink(path_of(spec).c_str());
  ASSERT_EQ(::mkdir(path_of(spec).c_str(), 0700), 0);
  EXPECT_THROW(TestFile{spec}, InputError);
}

TEST(TestFile, readers_share_it_and_the_first_to_end_removes_its_name) {
  const TemporaryFolder folder;
  auto spec = small(folder);
  const TestFile first(spec);
  spec.keep = false;
  {
    const TestFile second(spec);
    EXPECT_TRUE(second.reused());
  }
  EXPECT_EQ(folder.entries(), 0u);
  const ReadBuffers buffer(1, 4096);
  EXPECT_EQ(::pread(first.fd(), buffer.data(), 4096, 0), 4096);
}

TEST(TestFile, a_wrong_file_that_another_reads_is_left_alone) {
  const TemporaryFolder folder;
  auto spec = small(folder);
  const TestFile first(spec);
  spec.seed = 8;
  EXPECT_THROW(TestFile{spec}, InputError);
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(TestFile, one_that_is_being_written_is_not_taken_over) {
  const TemporaryFolder folder;
  const auto spec = small(folder);
  { const TestFile made(spec); }
  const FileHandle writer(::open(path_of(spec).c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(::flock(writer.get(), LOCK_EX), 0);
  EXPECT_THROW(TestFile{spec}, InputError);
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(TestFile, what_a_killed_worker_left_can_be_removed_and_nothing_else) {
  const TemporaryFolder folder;
  const auto spec = small(folder);
  { const TestFile left(spec); }
  std::ofstream(folder.path() + "/mine.data") << "keep me";
  remove_test_file(folder.path(), spec.run_id);
  EXPECT_EQ(folder.entries(), 1u);
  remove_test_file(folder.path(), spec.run_id);  // none there: nothing to do
  ASSERT_EQ(::symlink("mine.data", path_of(spec).c_str()), 0);
  remove_test_file(folder.path(), spec.run_id);
  EXPECT_EQ(folder.entries(), 2u);
}

TEST(TestFile, takes_at_most_a_tenth_of_the_free_space) {
  EXPECT_EQ(test_file_bytes(2 * GiB, 100 * GiB), 2 * GiB);
  EXPECT_EQ(test_file_bytes(8 * GiB, 10 * GiB), 1 * GiB);
  EXPECT_EQ(test_file_bytes(8 * GiB, 15 * MiB + 1), 1 * MiB);
  EXPECT_EQ(test_file_bytes(8 * GiB, 0), 0u);
}

// A small file system of its own, where the test may mount one.
class SmallFileSystem {
 public:
  SmallFileSystem() {
    mounted_ = ::mount("tmpfs", folder_.path().c_str(), "tmpfs", 0, "size=4m") == 0;
  }
  ~SmallFileSystem() {
    if (mounted_) ::umount2(folder_.path().c_str(), MNT_DETACH);
  }
  bool mounted() const { return mounted_; }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
  bool mounted_;
};

TEST(TestFile, too_little_space_is_told_before_a_file_is_made) {
  const SmallFileSystem disk;
  if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system here";
  try {
    const TestFile file(small(disk.folder()));
    FAIL();
  } catch (const NotReached& error) {
    EXPECT_TRUE(contains(error.what(), "a tenth of the free")) << error.what();
  }
  EXPECT_EQ(disk.folder().entries(), 0u);
}

TEST(TestFile, a_disk_that_fills_up_while_writing_is_named) {
  const SmallFileSystem disk;
  if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system here";
  const std::string path = disk.folder().path() + "/x";
  const FileHandle file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  try {
    write_test_data(file.get(), path, 1, 64 * MiB, [] {});
    FAIL();
  } catch (const NotReached& error) {
    EXPECT_TRUE(contains(error.what(), "the disk is full")) << error.what();
    EXPECT_TRUE(contains(error.what(), path)) << error.what();
  }
}

TEST(TestFile, a_folder_that_is_not_there_is_named) {
  const TemporaryFolder folder;
  auto spec = small(folder);
  spec.folder = "/no/such/folder";
  EXPECT_THROW(TestFile{spec}, InputError);
}

TEST(TestFile, a_limit_on_file_sizes_is_told_instead_of_a_signal) {
  const TemporaryFolder folder;
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const rlimit low{1 * MiB, old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &low), 0);
  std::string message;
  try {
    const TestFile file(small(folder));
  } catch (const NotReached& error) {
    message = error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &old);
  EXPECT_TRUE(contains(message, "ulimit -f")) << message;
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(TestFile, a_read_only_folder_gets_a_clear_error_and_no_file) {
  const TemporaryFolder folder;
  auto spec = small(folder);
  const bool bound =
      ::mount(folder.path().c_str(), folder.path().c_str(), nullptr, MS_BIND, nullptr) == 0 &&
      ::mount(nullptr, folder.path().c_str(), nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY, nullptr) ==
          0;
  if (!bound) GTEST_SKIP() << "may not mount a file system here";
  std::string message;
  try {
    const TestFile file(spec);
  } catch (const InputError& error) {
    message = error.what();
  }
  ::umount2(folder.path().c_str(), MNT_DETACH);
  EXPECT_TRUE(contains(message, "Read-only file system")) << message;
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(TestFileHeader, only_its_own_text_is_a_header) {
  const auto text = header_text({5, 8 * MiB});
  EXPECT_EQ(text.size(), test_header_bytes);
  EXPECT_TRUE(parse_header(text));
  auto other = text;
  other[other.find("seed 5") + 5] = '6';
  EXPECT_FALSE(parse_header(other));
  EXPECT_FALSE(parse_header(text.substr(0, 4095)));
  EXPECT_FALSE(parse_header(std::string(4096, '\0')));
  EXPECT_FALSE(parse_header(""));
}

}  // namespace
}  // namespace gpuproof
