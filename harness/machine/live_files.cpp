// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/live_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/units.h"

namespace gpuproof {
namespace {

// O_NONBLOCK so that a pipe planted in a tree cannot hang us; regular files ignore it.
constexpr int open_flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

struct Opened {
  FileHandle handle;
  std::size_t size = 0;
  int error = 0;
  bool is_regular = false;
};

Opened open_file(const std::string& file) {
  Opened opened{FileHandle(::open(file.c_str(), open_flags))};
  struct stat status {};
  if (!opened.handle || ::fstat(opened.handle.get(), &status) != 0) {
    opened.error = errno;
    return opened;
  }
  opened.is_regular = S_ISREG(status.st_mode);
  opened.size = static_cast<std::size_t>(status.st_size);
  return opened;
}

// To the end or to one byte beyond the limit; sysfs sizes (4096 or 0) mean nothing.
Fact<std::string> read_from(int fd, const std::string& shown, std::size_t limit) {
  std::string bytes;
  char block[1 << 14];
  while (bytes.size() <= limit) {
    const auto n = ::read(fd, block, std::min(sizeof block, limit + 1 - bytes.size()));
    if (n < 0 && errno == EINTR) continue;
    // A file that opened is not absent, whatever its driver answers.
    if (n < 0) return Fact<std::string>::unreadable(why_unreadable(shown, errno));
    if (n == 0) break;
    bytes.append(block, static_cast<std::size_t>(n));
  }
  return bytes;
}

Fact<std::string> not_a_file(const std::string& shown) {
  return Fact<std::string>::unreadable(shown + ": not a regular file");
}

}  // namespace

bool means_absent(int error_number) { return error_number == ENOENT || error_number == ENOTDIR; }

std::string why_unreadable(const std::string& shown, int error_number) {
  if (error_number != EACCES && error_number != EPERM)
    return shown + ": " + errno_text(error_number);
  return shown +
         (::geteuid() == 0
              ? ": permission denied even to root; a container or kernel lockdown forbids it"
              : ": permission denied; run as root");
}

Fact<std::string> read_bounded(const std::string& file, const std::string& shown,
                               std::size_t limit) {
  const auto opened = open_file(file);
  if (opened.error) return failed<std::string>(shown, opened.error);
  if (!opened.is_regular) return not_a_file(shown);
  auto bytes = read_from(opened.handle.get(), shown, limit);
  if (bytes && bytes->size() > limit)
    return Fact<std::string>::unreadable(shown + ": larger than the limit of " + bytes_text(limit));
  return bytes;
}

Fact<std::string> read_last(const std::string& file, const std::string& shown, std::size_t bytes) {
  const auto opened = open_file(file);
  if (opened.error) return failed<std::string>(shown, opened.error);
  if (!opened.is_regular) return not_a_file(shown);
  const bool cut = opened.size > bytes;
  if (cut && ::lseek(opened.handle.get(), static_cast<off_t>(opened.size - bytes), SEEK_SET) < 0)
    return Fact<std::string>::unreadable(why_unreadable(shown, errno));
  auto read = read_from(opened.handle.get(), shown, bytes);
  if (!read) return read;
  std::string& text = *read;
  // The file may have grown since; the half line at a cut belongs to nobody.
  if (text.size() > bytes) text.resize(bytes);
  if (const auto end = text.find('\n'); cut) text.erase(0, end == text.npos ? end : end + 1);
  return read;
}

Fact<std::vector<std::string>> list_folder(const std::string& folder, const std::string& shown) {
  using Names = std::vector<std::string>;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(folder.c_str()), ::closedir);
  if (!stream) return failed<Names>(shown, errno);
  Names names;
  for (;;) {
    errno = 0;
    const auto* entry = ::readdir(stream.get());
    if (!entry && errno) return Fact<Names>::unreadable(why_unreadable(shown, errno));
    if (!entry) break;
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace gpuproof
