// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/test_data_writer.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <thread>
#include <vector>

#include "harness/base/error.h"
#include "harness/measure/storage/file_data.h"
#include "harness/measure/storage/read_buffers.h"

namespace gpuproof {
namespace {

constexpr Bytes chunk = 4 * MiB;
constexpr unsigned threads = 4;

class DataWriter {
 public:
  DataWriter(int fd, std::uint64_t seed, Bytes bytes) : fd_(fd), seed_(seed), bytes_(bytes) {}

  // Chunks until none is left or any thread failed. Throws only where there is no memory.
  void work(const std::function<void()>& progress) {
    ReadBuffers buffer(1, chunk);
    auto* words = reinterpret_cast<std::uint64_t*>(buffer.data());
    for (;;) {
      const Bytes offset = next_.fetch_add(chunk);
      if (offset >= bytes_ || error_ != 0) return;
      const Bytes length = std::min(chunk, bytes_ - offset);
      fill_file_data(seed_, offset, {words, length / sizeof(std::uint64_t)});
      write_chunk(buffer.data(), length, offset);
      progress();
    }
  }
  void fail(int error_number) {
    int none = 0;
    error_.compare_exchange_strong(none, error_number);
  }
  int error() const { return error_; }

 private:
  void write_chunk(const std::byte* data, Bytes length, Bytes offset) {
    while (length > 0 && error_ == 0) {
      const auto n = ::pwrite(fd_, data, length, static_cast<off_t>(offset));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return fail(n < 0 ? errno : EIO);
      data += n;
      offset += static_cast<Bytes>(n);
      length -= static_cast<Bytes>(n);
    }
  }

  const int fd_;
  const std::uint64_t seed_;
  const Bytes bytes_;
  std::atomic<Bytes> next_ = 0;
  std::atomic<int> error_ = 0;
};

}  // namespace

void write_test_data(int fd, const std::string& name, std::uint64_t seed, Bytes bytes,
                     const std::function<void()>& progress) {
  DataWriter writer(fd, seed, bytes);
  {
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < threads; ++i)
      helpers.emplace_back([&writer] {
        try {
          writer.work([] {});
        } catch (const SystemError& error) {  // carried over to the calling thread
          writer.fail(error.number);
        }
      });
    writer.work(progress);
  }
  if (writer.error() != 0) throw_write_error(name, writer.error());
}

void throw_write_error(const std::string& name, int number) {
  if (number == ENOSPC || number == EDQUOT)
    throw NotReached("the test file " + name + " could not be finished: " +
                     (number == ENOSPC ? "the disk is full; free some space"
                                       : "the quota of this user is used up; raise it") +
                     ", or name another drive with --storage");
  if (number == EFBIG)
    throw NotReached("the test file " + name +
                     " is larger than this file system or the limit of file sizes (ulimit -f) "
                     "allows; raise the limit or name another drive with --storage");
  throw SystemError("cannot write the test file " + name, number);
}

}  // namespace gpuproof
