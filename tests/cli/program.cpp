// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"

#include <stdlib.h>
#include <sys/wait.h>

#include "harness/base/files.h"

namespace gpuproof {
namespace {

// For the shell: everything between single quotes is literal.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "gpuproof-test-XXXXXX").string();
  path_ = ::mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // what cannot be deleted is no failure of the test
  fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::file(const std::string& name, const std::string& text) const {
  write_file_atomic(path_ / name, text);
  return (path_ / name).string();
}

Ending Program::run() const {
  const TemporaryFolder folder;
  auto command = "cd " + quoted(folder.path()) + " && " + quoted(GPUPROOF_BINARY);
  for (const auto& argument : arguments_) command += " " + quoted(argument);
  command += " < " + quoted(folder.file("in", input_)) + " > out 2> err";
  const int status = std::system(command.c_str());
  Ending ending;
  ending.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ending.out = read_input_file(folder.path() / "out");
  ending.err = read_input_file(folder.path() / "err");
  return ending;
}

}  // namespace gpuproof
