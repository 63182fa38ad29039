// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The file that a storage benchmark reads: our own, in the folder under test, full of seeded data
// that no layer can compress, and gone at the end.
//
// Name: gpuproof-<run id>.data. Workers of one run share it. One that was killed leaves it behind:
// whoever ends a run calls remove_test_file, and "gpuproof-*.data" matches the files of all runs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/base/files.h"
#include "harness/base/units.h"

namespace gpuproof {

struct TestFileSpec {
  std::string folder, run_id;
  Bytes bytes = 2 * GiB;   // wanted; at most a tenth of the free space is taken
  std::uint64_t seed = 1;  // of the data
  bool keep = false;       // leave it for a later step of the run
  bool direct = true;      // O_DIRECT, for writing and for reading
};

constexpr Bytes test_data_offset = 1 * MiB;   // the header's block; the data end with the file
constexpr Bytes least_test_file = 256 * MiB;  // below this a drive's own memory answers
std::string test_file_name(const std::string& run_id);
// A file of ours of that name, if there is one.
void remove_test_file(const std::string& folder, const std::string& run_id);
// A multiple of 1 MiB: what is wanted, or a tenth of what is free.
Bytes test_file_bytes(Bytes wanted, Bytes free);

class TestFile {
 public:
  // Takes over a file of this run where header, size, seed, a sample of its blocks and their place
  // on the drive are right, else makes it anew; calls `progress` while it writes.
  // Throws NotReached (too little space, a quota), InputError (the name is taken, read-only),
  // SystemError, Implausible (the blocks do not lie on the drive); then no file is left.
  explicit TestFile(
      const TestFileSpec&, const std::function<void()>& progress = [] {});
  ~TestFile();
  TestFile(const TestFile&) = delete;
  TestFile& operator=(const TestFile&) = delete;

  int fd() const { return fd_.get(); }  // read only
  Bytes bytes() const { return bytes_; }
  bool reused() const { return reused_; }
  const std::string& path() const { return path_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  bool take_over();
  void make(const std::function<void()>& progress);
  void open_for_reading();
  void choose_size();
  void check_place();

  TestFileSpec spec_;
  std::string path_;
  Bytes bytes_ = 0;
  bool reused_ = false, ours_ = false;  // ours: may be removed
  FileHandle fd_;
  std::vector<std::string> notes_;
};

}  // namespace gpuproof
