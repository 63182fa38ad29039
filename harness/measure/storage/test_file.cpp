// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/test_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/measure/storage/extents.h"
#include "harness/measure/storage/file_data.h"
#include "harness/measure/storage/read_buffers.h"
#include "harness/measure/storage/test_data_writer.h"
#include "harness/measure/storage/test_file_header.h"

namespace gpuproof {
namespace {

constexpr unsigned sampled_blocks = 64;
constexpr Bytes sample_block = 64 * KiB;

Bytes free_bytes(const std::string& folder) {
  struct statvfs status {};
  if (::statvfs(folder.c_str(), &status) != 0)
    throw InputError(folder, "its free space cannot be read: " + errno_text(errno));
  return static_cast<Bytes>(status.f_bavail) * status.f_frsize;
}

// Beyond this limit the kernel would end the process by SIGXFSZ instead of telling.
void check_size_limit(const std::string& path, Bytes bytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      limit.rlim_cur < bytes)
    throw_write_error(path, EFBIG);
}

bool read_at(int fd, std::byte* data, Bytes length, Bytes offset) {
  return ::pread(fd, data, length, static_cast<off_t>(offset)) == static_cast<ssize_t>(length);
}

Bytes least_bytes(const TestFileSpec& spec) {
  return std::max(2 * test_data_offset, std::min(least_test_file, spec.bytes));
}

bool sample_is_right(int fd, const TestFileHeader& header) {
  ReadBuffers buffer(1, sample_block);
  const Bytes blocks = (header.bytes - test_data_offset) / sample_block;
  for (unsigned i = 0; i < sampled_blocks; ++i) {
    const Bytes offset =
        test_data_offset + mix64(header.seed ^ header.bytes, i) % blocks * sample_block;
    std::optional<WordMismatch> first;
    if (!read_at(fd, buffer.data(), sample_block, offset) ||
        count_mismatches(header.seed, offset, buffer.words(0), first) != 0)
      return false;
  }
  return true;
}

// Readers share a file; who makes or removes one has it alone. The kernel takes down the rings of
// an ended process in its own time, and with them their file: hence the patience.
bool lock(int fd, int kind) {
  for (int attempt = 0; ::flock(fd, kind | LOCK_NB) != 0; ++attempt) {
    if (errno != EWOULDBLOCK) return true;  // a file system without locks
    if (attempt == 50) return false;
    system_clock().sleep(20'000'000);
  }
  return true;
}

[[noreturn]] void throw_in_use(const std::string& path) {
  throw InputError(path, "is in use by another gpuproof; wait for it to end");
}

// Written last: without it a file is not finished.
void write_header(int fd, const std::string& path, const TestFileHeader& header) {
  ReadBuffers block(1, test_header_bytes);
  const auto text = header_text(header);
  std::copy(text.begin(), text.end(), reinterpret_cast<char*>(block.data()));
  const auto written = ::pwrite(fd, block.data(), test_header_bytes, 0);
  if (written != static_cast<ssize_t>(test_header_bytes) || ::fsync(fd) != 0)
    throw_write_error(path, errno);
}

}  // namespace

std::string test_file_name(const std::string& run_id) { return "gpuproof-" + run_id + ".data"; }

void remove_test_file(const std::string& folder, const std::string& run_id) {
  const std::string path = folder + "/" + test_file_name(run_id);
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
      status.st_uid == ::geteuid())
    ::unlink(path.c_str());
}

Bytes test_file_bytes(Bytes wanted, Bytes free) { return std::min(wanted, free / 10) / MiB * MiB; }

TestFile::TestFile(const TestFileSpec& spec, const std::function<void()>& progress)
    : spec_(spec), path_(spec.folder + "/" + test_file_name(spec.run_id)) {
  try {
    reused_ = take_over();
    if (!reused_) make(progress);
    check_place();
  } catch (...) {  // whatever went wrong, no file of ours stays behind
    if (ours_) ::unlink(path_.c_str());
    throw;
  }
}

TestFile::~TestFile() {
  if (!spec_.keep) ::unlink(path_.c_str());
}

void TestFile::open_for_reading() {
  const int direct = spec_.direct ? O_DIRECT : 0;
  fd_.reset(::open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | direct));
  if (fd_ && !lock(fd_.get(), LOCK_SH)) throw_in_use(path_);
}

// True where a file of this name is ours and right. A regular file of ours that is not right is
// removed; anything else in its place is the user's.
bool TestFile::take_over() {
  struct stat status {};
  if (::lstat(path_.c_str(), &status) != 0) return false;
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid() || status.st_nlink != 1)
    throw InputError(path_, "is in the way of the test file and not one of ours; move it");
  open_for_reading();
  // Removed by another process of the run while we waited for it.
  if (fd_ && ::fstat(fd_.get(), &status) == 0 && status.st_nlink == 0) return false;
  ReadBuffers block(1, test_header_bytes);
  if (fd_ && read_at(fd_.get(), block.data(), test_header_bytes, 0)) {
    const auto found = parse_header({reinterpret_cast<const char*>(block.data()), block.bytes()});
    // The free space has shrunk by the file itself: a smaller one of this run is still the one.
    if (found && found->seed == spec_.seed && found->bytes <= spec_.bytes &&
        found->bytes >= least_bytes(spec_) && found->bytes == static_cast<Bytes>(status.st_size) &&
        sample_is_right(fd_.get(), *found)) {
      bytes_ = found->bytes;
      return ours_ = true;
    }
  }
  if (fd_ && !lock(fd_.get(), LOCK_EX)) throw_in_use(path_);
  fd_.reset();
  if (::unlink(path_.c_str()) != 0 && errno != ENOENT)
    throw SystemError("cannot remove " + path_, errno);
  notes_.push_back("a test file of this name was not as it should be and was made anew");
  return false;
}

void TestFile::make(const std::function<void()>& progress) {
  choose_size();
  const int direct = spec_.direct ? O_DIRECT : 0;
  FileHandle file(
      ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | direct, 0600));
  if (!file)
    throw InputError(path_, "the test file cannot be made: " + errno_text(errno) +
                                "; name another folder with --storage");
  ours_ = true;
  ::flock(file.get(), LOCK_EX | LOCK_NB);
  // Reserving the space first tells of a full disk at once and keeps the file in one piece.
  if (::fallocate(file.get(), 0, 0, static_cast<off_t>(bytes_)) != 0 && errno != EOPNOTSUPP)
    throw_write_error(path_, errno);
  write_test_data(file.get(), path_, spec_.seed, bytes_, progress);
  if (::fsync(file.get()) != 0) throw_write_error(path_, errno);
  write_header(file.get(), path_, {spec_.seed, bytes_});
  struct stat made {
  }, opened{};
  const bool known = ::fstat(file.get(), &made) == 0;
  file.reset();
  open_for_reading();
  if (!fd_ || !known || ::fstat(fd_.get(), &opened) != 0 || made.st_ino != opened.st_ino ||
      made.st_dev != opened.st_dev)
    throw SystemError("the test file " + path_ + " was replaced while it was made", ESTALE);
}

void TestFile::choose_size() {
  const Bytes free = free_bytes(spec_.folder);
  bytes_ = test_file_bytes(spec_.bytes, free);
  if (bytes_ < least_bytes(spec_))
    throw NotReached("a tenth of the free " + bytes_text(free) + " in " + spec_.folder +
                     " is less than the least test file of " + bytes_text(least_bytes(spec_)) +
                     "; free some space or name another drive with --storage");
  check_size_limit(path_, bytes_);
}

void TestFile::check_place() {
  struct stat status {};
  if (::fstat(fd_.get(), &status) != 0) throw SystemError("cannot look at " + path_, errno);
  // A request, not a proof: the counters of the drive prove where the bytes came from.
  ::posix_fadvise(fd_.get(), 0, 0, POSIX_FADV_DONTNEED);
  const auto extents = read_extents(fd_.get(), path_);
  if (!extents) notes_.push_back("this file system does not tell where blocks lie (no FIEMAP)");
  const auto fault = extent_fault(extents, bytes_, static_cast<Bytes>(status.st_blocks) * 512);
  if (!fault.empty())
    throw Implausible("the test file " + path_ + " cannot stand for the drive: " + fault);
}

}  // namespace gpuproof
