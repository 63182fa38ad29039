// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "harness/base/error.h"
#include "harness/run/system_launcher.h"

namespace gpuproof {
namespace {

// Above the numbers that the child's ends get: dup2 there must not hit another end.
FileHandle lifted(int fd, const std::string& what) {
  FileHandle handle(::fcntl(fd, F_DUPFD_CLOEXEC, 16));
  ::close(fd);
  if (!handle) throw SystemError(what, errno);
  return handle;
}

std::pair<FileHandle, FileHandle> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw SystemError("cannot make a pipe to a worker", errno);
  auto read_end = lifted(ends[0], "cannot make a pipe to a worker");
  return {std::move(read_end), lifted(ends[1], "cannot make a pipe to a worker")};
}

FileHandle open_log(const std::filesystem::path& log) {
  const auto name = log.empty() ? std::filesystem::path("/dev/null") : log;
  const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (fd < 0) throw SystemError("cannot open " + name.string(), errno);
  return lifted(fd, "cannot open " + name.string());
}

struct Actions {
  Actions() { ::posix_spawn_file_actions_init(&value); }
  ~Actions() { ::posix_spawn_file_actions_destroy(&value); }
  void place(const FileHandle& from, int to) {
    ::posix_spawn_file_actions_adddup2(&value, from.get(), to);
  }
  posix_spawn_file_actions_t value;
};

struct Attributes {
  Attributes() {
    ::posix_spawnattr_init(&value);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&value, &none);
    ::posix_spawnattr_setsigdefault(&value, &all);
    ::posix_spawnattr_setpgroup(&value, 0);
    ::posix_spawnattr_setflags(
        &value, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Attributes() { ::posix_spawnattr_destroy(&value); }
  posix_spawnattr_t value;
};

}  // namespace

Spawned spawn(const std::string& program, const LaunchSpec& spec) {
  auto [orders_read, orders_write] = make_pipe();
  auto [records_read, records_write] = make_pipe();
  const auto log = open_log(spec.log);
  Actions actions;
  ::posix_spawn_file_actions_addopen(&actions.value, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  actions.place(log, STDOUT_FILENO);
  actions.place(log, STDERR_FILENO);
  actions.place(orders_read, child_orders_fd);
  actions.place(records_write, child_records_fd);
  const Attributes attributes;

  std::string name = "gpuproof";
  auto arguments = spec.arguments;
  std::vector<char*> argv{name.data()};
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  Spawned spawned;
  const int error = ::posix_spawn(&spawned.pid, program.c_str(), &actions.value, &attributes.value,
                                  argv.data(), ::environ);
  if (error != 0) throw SystemError("cannot start a worker process", error);
  spawned.orders = std::move(orders_write);
  spawned.records = std::move(records_read);
  return spawned;
}

}  // namespace gpuproof
