// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Streams, not stat: files of the kernel tell no size.
#include "harness/measure/kernel_file.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "harness/base/text.h"

namespace gpuproof {

std::optional<std::string> kernel_file(const std::filesystem::path& path) {
  std::ifstream stream(path);
  if (!stream) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) return std::nullopt;
  return std::string(trim(text));
}

std::vector<std::string> kernel_entries(const std::filesystem::path& folder,
                                        const std::string& prefix) {
  std::vector<std::string> names;
  std::error_code ignored;  // a folder that is not there has no entries
  for (std::filesystem::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    const auto name = entry->path().filename().string();
    if (starts_with(name, prefix)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace gpuproof
