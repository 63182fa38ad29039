// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/run_directory.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "harness/base/error.h"
#include "harness/base/units.h"
#include "harness/run/claim.h"

namespace gpuproof {
namespace {

constexpr Bytes reserve_bytes = MiB, run_bytes = MiB;

std::string quoted(const fs::path& path) { return "--out " + path.string(); }

void make_folder(const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_directory(status))
    throw InputError(quoted(path), "is a file; name a folder that does not exist yet");
  if (fs::exists(status)) return;
  fs::create_directories(path, error);
  if (error)
    throw InputError(quoted(path), "cannot be made: " + error.message() +
                                       "; choose a place that you may write to");
}

FileHandle open_folder(const fs::path& path) {
  FileHandle folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder) throw InputError(path.string(), "cannot be opened: " + errno_text(errno));
  if (claim(folder, path.string())) return folder;
  const auto pid = holder_of(folder);
  throw InputError(path.string(),
                   fmt::format("another gpuproof{} writes into this folder; choose another one",
                               pid ? fmt::format(" (process {})", *pid) : ""));
}

void require_empty(const fs::path& path) {
  std::error_code error;
  const fs::directory_iterator first(path, error);
  if (error) throw InputError(quoted(path), "cannot be read: " + error.message());
  if (first == fs::directory_iterator()) return;
  for (const auto* name : {"plan.json", "journal.jsonl", "report.json"})
    if (fs::exists(path / name, error))
      throw InputError(quoted(path),
                       "holds a run already, which is never overwritten; choose another folder, or "
                       "go on with --resume " +
                           path.string());
  throw InputError(quoted(path), "is not empty; choose a new folder for the run");
}

void require_writable(const fs::path& path) {
  if (::access(path.c_str(), W_OK | X_OK) != 0)
    throw InputError(quoted(path), "cannot be written: " + errno_text(errno) +
                                       "; choose a place that you may write to");
}

}  // namespace

void RunDirectory::require_new(const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_directory(status))
    throw InputError(quoted(path), "is a file; name a folder that does not exist yet");
  if (!fs::exists(status)) return;
  require_empty(path);
  require_writable(path);
}

RunDirectory RunDirectory::create(const fs::path& path) {
  make_folder(path);
  auto folder = open_folder(path);
  require_empty(path);
  require_writable(path);
  RunDirectory run(path, std::move(folder));
  run.make_reserve();
  std::error_code error;
  fs::create_directory(path / "attachments", error);
  if (error) throw InputError(quoted(path), "cannot be written: " + error.message());
  return run;
}

RunDirectory RunDirectory::resume(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error))
    throw InputError("--resume " + path.string(), "is not a folder; name the folder of a run");
  auto folder = open_folder(path);
  if (!fs::exists(path / "plan.json", error))
    throw InputError("--resume " + path.string(),
                     "holds no planned run, so there is nothing to go on with; start a new one");
  require_writable(path);
  RunDirectory run(path, std::move(folder));
  run.free_reserve();
  run.make_reserve();
  fs::create_directory(path / "attachments", error);
  return run;
}

void RunDirectory::make_reserve() const {
  const auto name = file(".reserve");
  FileHandle reserve(
      ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  int error = reserve ? ::posix_fallocate(reserve.get(), 0, reserve_bytes) : errno;
  // Beside the reserve the files of a run themselves need room.
  std::error_code unknown;
  const auto space = fs::space(path_, unknown);
  if (error == 0 && !unknown && space.available < run_bytes) error = ENOSPC;
  if (error == 0) return;
  std::error_code ignored;
  fs::remove(name, ignored);
  throw InputError(quoted(path_),
                   "has no room for a run: " + errno_text(error) + "; free some space there");
}

bool RunDirectory::has(const std::string& name) const {
  std::error_code error;
  return fs::exists(file(name), error);
}

void RunDirectory::write(const std::string& name, std::string_view bytes) const {
  write_file_atomic(file(name), bytes);
}

void RunDirectory::remove(const std::string& name) const {
  std::error_code ignored;
  fs::remove(file(name), ignored);
}

void RunDirectory::sync() const { ::fsync(folder_.get()); }

void RunDirectory::remove_empty_attachments() const {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(file("attachments"), error))
    if (entry.is_regular_file(error) && entry.file_size(error) == 0) fs::remove(entry, error);
}

fs::path default_run_folder(const std::string& host, Nanoseconds wall) {
  const time_t whole = wall / 1'000'000'000;
  tm parts{};
  ::localtime_r(&whole, &parts);
  char stamp[32];
  ::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &parts);
  std::string name = host.empty() ? "machine" : host;
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.';
  };
  std::replace_if(
      name.begin(), name.end(), [&](char c) { return !plain(c); }, '_');
  const std::string base = "gpuproof-" + name + "-" + stamp;
  std::error_code error;
  fs::path folder = base;
  for (int i = 2; fs::exists(folder, error); ++i) folder = base + "-" + std::to_string(i);
  return folder;
}

}  // namespace gpuproof
