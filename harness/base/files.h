// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Files of our own: bounded reads of what a user names, atomic writes of what we leave.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace gpuproof {

namespace fs = std::filesystem;

// Whole file; "-" is standard input. Throws InputError (missing, a directory, no permission,
// larger than the limit).
std::string read_input_file(const fs::path& file, std::size_t limit = 256u << 20);

// Temporary file beside it, fsync, rename, fsync of the folder: old or new, never half.
// Throws SystemError.
void write_file_atomic(const fs::path& file, std::string_view bytes);

// The same where nothing is there yet. Throws InputError too: no name, or the file exists.
void write_new_file(const fs::path& file, std::string_view bytes);

// A file descriptor that closes itself.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int fd) : fd_(fd) {}
  FileHandle(FileHandle&& other) noexcept : fd_(other.release()) {}
  FileHandle& operator=(FileHandle&& other) noexcept;
  ~FileHandle() { reset(); }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release();
  void reset(int fd = -1);

 private:
  int fd_ = -1;
};

// All bytes, over short writes and signals. Throws SystemError naming `what`.
void write_all(int fd, std::string_view bytes, const std::string& what);

}  // namespace gpuproof
