#include "harness/base/files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "harness/base/error.h"
#include "harness/base/hash.h"

namespace gpuproof {
namespace {

fs::path scratch() {
  const auto dir = fs::path(testing::TempDir()) / ("gpuproof-files-test-" + std::to_string(::getpid()));
  fs::create_directories(dir);
  return dir;
}

std::string input_error(const fs::path& file, std::size_t limit = 1 << 20) {
  try {
    read_input_file(file, limit);
  } catch (const InputError& e) {
    return e.what();
  }
  return "read";
}

TEST(Files, input_errors_say_what_is_wrong) {
  EXPECT_NE(input_error(scratch() / "missing").find("no such file"), std::string::npos);
  EXPECT_NE(input_error(scratch()).find("is a directory"), std::string::npos);
  EXPECT_NE(input_error("/dev/zero").find("larger than the limit"), std::string::npos);
}

TEST(Files, atomic_write_replaces_whole_files) {
  const auto file = scratch() / "file";
  write_file_atomic(file, "one");
  write_file_atomic(file, "two");
  EXPECT_EQ(read_input_file(file), "two");
  EXPECT_FALSE(fs::exists(file.string() + ".tmp"));
}

TEST(Files, atomic_write_does_not_follow_a_link_left_as_its_temporary) {
  const auto victim = scratch() / "victim", file = scratch() / "target";
  std::ofstream(victim) << "untouched";
  fs::remove(file.string() + ".tmp");
  fs::create_symlink(victim, file.string() + ".tmp");
  EXPECT_THROW(write_file_atomic(file, "data"), SystemError);
  EXPECT_EQ(read_input_file(victim), "untouched");
}

TEST(Files, a_new_file_takes_nobodys_place) {
  const auto file = scratch() / "new-file";
  write_new_file(file, "first");
  EXPECT_THROW(write_new_file(file, "second"), InputError);
  EXPECT_THROW(write_new_file("", "x"), InputError);
  EXPECT_EQ(read_input_file(file), "first");
}

TEST(Files, a_failed_rename_leaves_no_temporary) {
  const auto folder = scratch() / "a-folder";
  fs::create_directories(folder / "full");
  EXPECT_THROW(write_file_atomic(folder, "data"), SystemError);
  EXPECT_FALSE(fs::exists(folder.string() + ".tmp"));
}

TEST(Files, a_failed_write_names_the_file) {
  try {
    write_file_atomic("/dev/full/x", "data");
    FAIL();
  } catch (const SystemError& e) {
    EXPECT_NE(std::string(e.what()).find("/dev/full/x"), std::string::npos);
  }
}

TEST(Hash, matches_the_standard_vector) {
  // FIPS 180-4, SHA-256 of "abc".
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Hash, mixed_words_do_not_repeat_between_neighbours_and_seeds) {
  EXPECT_NE(mix64(1, 0), mix64(1, 1));
  EXPECT_NE(mix64(1, 0), mix64(2, 0));
}

}  // namespace
}  // namespace gpuproof
