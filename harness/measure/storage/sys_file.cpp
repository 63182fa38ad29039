// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/sys_file.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "harness/base/text.h"

namespace gpuproof {

std::optional<std::string> sys_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return in.bad() ? std::nullopt : std::optional(text.str());
}

std::optional<std::string> sys_line(const fs::path& file) {
  const auto text = sys_text(file);
  if (!text) return std::nullopt;
  return std::string(trim(text->substr(0, text->find('\n'))));
}

std::optional<std::string> sys_resolve(const fs::path& path) {
  std::error_code failed;
  const auto real = fs::canonical(path, failed);
  return failed ? std::nullopt : std::optional(real.string());
}

std::vector<std::string> sys_list(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed))
    names.push_back(it->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

bool sys_exists(const fs::path& path) {
  std::error_code failed;
  return fs::exists(path, failed);
}

}  // namespace gpuproof
