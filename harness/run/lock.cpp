// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/lock.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>

#include <cerrno>

#include "harness/base/error.h"
#include "harness/run/claim.h"

namespace gpuproof {
namespace {

// Read-only suffices for flock, so that a file made by another user serves as well; O_CREAT on it
// would be refused in a sticky folder (fs.protected_regular).
FileHandle open_existing(const fs::path& file) {
  FileHandle handle(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!handle && errno == ELOOP)
    throw InputError(file.string(), "is a link, and a lock is never taken through one; remove it");
  struct stat status {};
  if (handle && (::fstat(handle.get(), &status) != 0 || !S_ISREG(status.st_mode)))
    throw InputError(file.string(), "is not a plain file, as a lock must be; remove it");
  return handle;
}

FileHandle make(const fs::path& file) {
  FileHandle handle(::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (handle) ::fchmod(handle.get(), 0644);  // whatever the umask: others must be able to open it
  return handle;
}

FileHandle open_lock(const fs::path& file) {
  auto handle = open_existing(file);
  if (!handle && errno == ENOENT) handle = make(file);
  if (!handle && errno == EEXIST) handle = open_existing(file);  // another was faster
  return handle;
}

}  // namespace

FileHandle lock_machine(const std::string& part, const std::vector<fs::path>& folders) {
  std::string why;
  for (const auto& folder : folders) {
    const auto file = folder / ("gpuproof-" + part + ".lock");
    auto handle = open_lock(file);
    if (!handle) {
      why = file.string() + ": " + errno_text(errno);
      continue;
    }
    if (claim(handle, file.string())) return handle;
    const auto pid = holder_of(handle);
    throw InputError(fmt::format(
        "another gpuproof{} measures this machine ({} is locked), and two would disturb each "
        "other; wait for it, or give --share to measure beside it",
        pid ? fmt::format(" (process {})", *pid) : "", file.string()));
  }
  throw InputError("no lock file can be made (" + why + "); give --share to do without");
}

}  // namespace gpuproof
