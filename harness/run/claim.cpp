// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/claim.h"

#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cerrno>

#include "harness/base/error.h"
#include "harness/base/text.h"

namespace gpuproof {

bool claim(const FileHandle& file, const std::string& name) {
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return true;
  if (errno == EWOULDBLOCK) return false;
  throw SystemError("cannot lock " + name, errno);
}

std::optional<std::int64_t> holder_of(const FileHandle& file) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return std::nullopt;
  // "1: FLOCK  ADVISORY  WRITE 1234 fe:01:5678 0 EOF"
  const auto place =
      fmt::format("{:02x}:{:02x}:{}", major(status.st_dev), minor(status.st_dev), status.st_ino);
  std::string locks;
  try {
    locks = read_input_file("/proc/locks", std::size_t{16} << 20);
  } catch (const InputError&) {  // hidden in some containers: the holder then has no name
    return std::nullopt;
  }
  for (const auto line : lines(locks)) {
    const auto parts = words(line);
    if (parts.size() >= 6 && parts[1] == "FLOCK" && parts[5] == place) {
      const auto pid = to_int(parts[4]);
      if (pid && *pid > 0) return pid;  // 0: a process of another container
    }
  }
  return std::nullopt;
}

}  // namespace gpuproof
