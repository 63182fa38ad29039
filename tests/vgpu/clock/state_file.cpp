// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/clock/state_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <new>
#include <string>

#include "harness/base/error.h"
#include "harness/base/files.h"

namespace gpuproof::vgpu {
namespace {

std::int64_t real_boottime() {
  timespec t{};
  ::clock_gettime(CLOCK_BOOTTIME, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

void make_page(StatePage* page) {
  new (page) StatePage;
  pthread_mutexattr_t how;
  ::pthread_mutexattr_init(&how);
  ::pthread_mutexattr_setpshared(&how, PTHREAD_PROCESS_SHARED);
  ::pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
  ::pthread_mutex_init(&page->mutex, &how);
  ::pthread_mutexattr_destroy(&how);
  page->origin_ns = real_boottime();
  page->layout = StatePage::current_layout;
}

std::int64_t size_of(int fd, const char* path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) throw SystemError(path, errno);
  return status.st_size;
}

}  // namespace

StateFile::StateFile(const char* path) {
  const FileHandle file(::open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!file) throw SystemError("cannot open the state " + std::string(path), errno);
  // The first who locks an empty file makes the page.
  if (::flock(file.get(), LOCK_EX) != 0) throw SystemError(path, errno);
  const auto size = size_of(file.get(), path);
  if (size < static_cast<std::int64_t>(sizeof(StatePage)) &&
      ::ftruncate(file.get(), sizeof(StatePage)) != 0)
    throw SystemError("cannot make the state " + std::string(path), errno);
  map(file.get(), path);
  if (page_->layout == 0) make_page(page_);
  ::flock(file.get(), LOCK_UN);  // closing does not: the mapping keeps the open file alive
  if (page_->layout == StatePage::current_layout) return;
  ::munmap(page_, sizeof(StatePage));
  throw InputError(std::string(path) + " is no state of this virtual GPU; name a new file");
}

StateFile::StateFile() {
  map(-1, "memory for the state of the virtual GPU");
  make_page(page_);
}

StateFile::~StateFile() { ::munmap(page_, sizeof(StatePage)); }

void StateFile::map(int fd, const char* path) {
  const int flags = MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0);
  void* const place = ::mmap(nullptr, sizeof(StatePage), PROT_READ | PROT_WRITE, flags, fd, 0);
  if (place == MAP_FAILED) throw SystemError(path, errno);
  page_ = static_cast<StatePage*>(place);
}

StateFile& StateFile::of_process() {
  // Never destroyed: threads may still be in it when the process ends.
  static StateFile* const state = [] {
    const char* path = std::getenv("VGPU_STATE");
    return path && *path ? new StateFile(path) : new StateFile;
  }();
  return *state;
}

StateLock::StateLock(StatePage& page) : page_(page) {
  if (::pthread_mutex_lock(&page.mutex) == EOWNERDEAD) ::pthread_mutex_consistent(&page.mutex);
}

StateLock::~StateLock() { ::pthread_mutex_unlock(&page_.mutex); }

}  // namespace gpuproof::vgpu
