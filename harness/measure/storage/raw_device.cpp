// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/raw_device.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/text.h"
#include "harness/measure/storage/read_buffers.h"
#include "harness/measure/storage/sys_file.h"

namespace gpuproof {
namespace {

constexpr Bytes sample_block = 64 * KiB;
constexpr unsigned sampled_blocks = 256;
constexpr int readings = 3;  // a block that differs every time is not being overwritten by chance

bool has_holder(const fs::path& device) {
  if (!sys_list(device / "holders").empty()) return true;
  for (const auto& entry : sys_list(device))
    if (sys_exists(device / entry / "partition") && !sys_list(device / entry / "holders").empty())
      return true;
  return false;
}

// A mount of the device or of any partition of it.
bool is_mounted(const fs::path& device) {
  const std::string table = sys_text("/proc/self/mountinfo").value_or("");
  std::vector<std::string> numbers{sys_line(device / "dev").value_or("")};
  for (const auto& entry : sys_list(device))
    if (const auto number = sys_line(device / entry / "dev")) numbers.push_back(*number);
  for (const auto line : lines(table)) {
    const auto fields = words(line);
    if (fields.size() > 2 && std::find(numbers.begin(), numbers.end(), fields[2]) != numbers.end())
      return true;
  }
  return false;
}

bool read_block(int fd, ReadBuffers& buffers, unsigned slot, Bytes offset) {
  return ::pread(fd, buffers.slot(slot), sample_block, static_cast<off_t>(offset)) ==
         static_cast<ssize_t>(sample_block);
}

// Words that differ between two readings; 0 as soon as two in a row agree.
std::uint64_t differing_words(int fd, ReadBuffers& buffers, Bytes offset) {
  std::uint64_t differing = 0;
  if (!read_block(fd, buffers, 0, offset)) return sample_block / sizeof(std::uint64_t);
  for (int again = 1; again < readings; ++again) {
    if (!read_block(fd, buffers, again % 2, offset)) return sample_block / sizeof(std::uint64_t);
    const auto a = buffers.words(0), b = buffers.words(1);
    differing = 0;
    for (std::size_t i = 0; i < a.size(); ++i) differing += a[i] != b[i];
    if (differing == 0) return 0;
  }
  return differing;
}

}  // namespace

bool is_block_device(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISBLK(status.st_mode);
}

RawDevice::RawDevice(const std::string& path) : path_(path) {
  struct stat looked_at {
  }, opened{};
  const std::string real = sys_resolve(path).value_or(path);
  if (::lstat(real.c_str(), &looked_at) != 0 || !S_ISBLK(looked_at.st_mode))
    throw InputError(path, "is not a block device; name a folder to test with a file");
  fd_.reset(::open(real.c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC | O_NOFOLLOW));
  if (!fd_ && (errno == EACCES || errno == EPERM))
    throw NotObservable(path +
                        " may not be read by this user; run as root, or name a folder on "
                        "the drive with --storage");
  if (!fd_) throw InputError(path, "cannot be opened for direct reads: " + errno_text(errno));
  if (::fstat(fd_.get(), &opened) != 0 || !S_ISBLK(opened.st_mode) ||
      opened.st_rdev != looked_at.st_rdev)
    throw InputError(path, "became another device while it was opened; try again");
  if (::ioctl(fd_.get(), BLKGETSIZE64, &bytes_) != 0)
    throw SystemError("cannot read the size of " + path, errno);
  if (bytes_ < 2 * sample_block) throw InputError(path, "holds no medium or a very small one");
  const fs::path device =
      fmt::format("/sys/dev/block/{}:{}", major(opened.st_rdev), minor(opened.st_rdev));
  in_use_ = has_holder(device) || is_mounted(device);
}

Integrity RawDevice::check(std::uint64_t seed) const {
  ReadBuffers buffers(2, sample_block);
  Integrity integrity{.checked = true, .how = "a sample of blocks read twice and compared"};
  for (unsigned i = 0; i < sampled_blocks; ++i) {
    const Bytes offset = mix64(seed, i) % (bytes_ / sample_block) * sample_block;
    const auto differing = differing_words(fd_.get(), buffers, offset);
    if (differing > 0 && in_use_) continue;
    integrity.values += sample_block / sizeof(std::uint64_t);
    integrity.mismatches += differing;
    if (differing > 0 && integrity.first_mismatch.empty())
      integrity.first_mismatch =
          fmt::format("{}: the block at offset {} reads differently each time", path_, offset);
  }
  return integrity;
}

}  // namespace gpuproof
