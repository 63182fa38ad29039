// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/nvidia_version.h"

#include <algorithm>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

// Two or three numbers with dots between.
bool is_version(std::string_view text) {
  const auto parts = split(text, '.');
  return parts.size() >= 2 && parts.size() <= 4 &&
         std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
           return !part.empty() && part.find_first_not_of("0123456789") == part.npos;
         });
}

}  // namespace

std::optional<NvidiaModule> parse_nvidia_module(std::string_view text) {
  for (const auto line : lines(text)) {
    const auto at = line.find("Kernel Module");
    if (!starts_with(line, "NVRM version:") || at == line.npos) continue;
    for (const auto word : words(line.substr(at)))
      if (is_version(word))
        return NvidiaModule{std::string(word), contains(line, "Open Kernel Module")};
  }
  return std::nullopt;
}

std::optional<std::string> library_version(std::string_view file_name) {
  constexpr std::string_view stem = "libnvidia-ml.so.";
  if (!starts_with(file_name, stem)) return std::nullopt;
  const auto version = file_name.substr(stem.size());
  return is_version(version) ? std::optional(std::string(version)) : std::nullopt;
}

}  // namespace gpuproof
