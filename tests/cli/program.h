// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Runs the built binary: Program{"doctor", "--json"}.input(text).run().
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

namespace gpuproof {

struct Ending {
  int exit_code = -1;  // 128+n where signal n ended it
  std::string out, err;
};

// A folder that goes away with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path path() const { return path_; }
  // Writes a file into it and gives its path.
  std::string file(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

class Program {
 public:
  Program(std::initializer_list<std::string> arguments) : arguments_(arguments) {}
  Program& input(std::string text) {
    input_ = std::move(text);
    return *this;
  }
  Ending run() const;

 private:
  std::vector<std::string> arguments_;
  std::string input_;
};

}  // namespace gpuproof
