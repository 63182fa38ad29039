// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "harness/base/error.h"

namespace gpuproof {
namespace {

std::string read_to_end(int fd, const std::string& name, std::size_t limit) {
  std::string bytes;
  char block[1 << 16];
  for (;;) {
    const auto n = ::read(fd, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw InputError(name, "cannot be read: " + errno_text(errno));
    if (n == 0) return bytes;
    bytes.append(block, static_cast<std::size_t>(n));
    if (bytes.size() > limit)
      throw InputError(name, "larger than the limit of " + std::to_string(limit) + " bytes");
  }
}

void sync_folder(const fs::path& folder) {
  const FileHandle handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems refuse to sync a folder; the file itself is already on disk.
  if (handle) ::fsync(handle.get());
}

}  // namespace

std::string read_input_file(const fs::path& file, std::size_t limit) {
  if (file == "-") return read_to_end(STDIN_FILENO, "standard input", limit);
  const FileHandle handle(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!handle) {
    const std::string why = errno == ENOENT ? "no such file; check the path"
                                            : "cannot be opened: " + errno_text(errno);
    throw InputError(file.string(), why);
  }
  struct stat status {};
  if (::fstat(handle.get(), &status) == 0 && S_ISDIR(status.st_mode))
    throw InputError(file.string(), "is a directory, but a file is needed here");
  return read_to_end(handle.get(), file.string(), limit);
}

void write_file_atomic(const fs::path& file, std::string_view bytes) {
  const fs::path temporary = file.string() + ".tmp";
  const std::string what = "cannot write " + file.string();
  {
    FileHandle handle(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (!handle) throw SystemError(what, errno);
    try {
      write_all(handle.get(), bytes, what);
      if (::fsync(handle.get()) != 0) throw SystemError(what, errno);
    } catch (...) {  // leave no half-written temporary behind, then let the error go on
      ::unlink(temporary.c_str());
      throw;
    }
  }
  if (::rename(temporary.c_str(), file.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    throw SystemError(what, error);
  }
  sync_folder(file.has_parent_path() ? file.parent_path() : fs::path("."));
}

void write_new_file(const fs::path& file, std::string_view bytes) {
  if (file.empty()) throw InputError("--out names no file; name one that does not exist yet");
  std::error_code error;
  if (fs::exists(fs::symlink_status(file, error)))
    throw InputError(file.string(), "exists already; name a file that does not");
  write_file_atomic(file, bytes);
}

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
  if (this != &other) reset(other.release());
  return *this;
}

int FileHandle::release() {
  const int fd = fd_;
  fd_ = -1;
  return fd;
}

void FileHandle::reset(int fd) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

void write_all(int fd, std::string_view bytes, const std::string& what) {
  while (!bytes.empty()) {
    const auto n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw SystemError(what, errno);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace gpuproof
