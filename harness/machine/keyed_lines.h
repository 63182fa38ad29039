// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Files of "name value" lines, as /proc has them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/base/text.h"
#include "harness/facts/fact.h"

namespace gpuproof {

// Text behind the first "name<blanks>:" line ("model name : X" -> "X"); absent where no line.
inline std::optional<std::string_view> value_of(std::string_view text, std::string_view name) {
  for (const auto line : lines(text)) {
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && trim(line.substr(0, colon)) == name)
      return trim(line.substr(colon + 1));
  }
  return std::nullopt;
}

// The number behind "name value" ("pswpin 12"); absent where there is no such line.
inline Fact<std::uint64_t> counter_of(std::string_view text, std::string_view name) {
  for (const auto line : lines(text)) {
    const auto parts = words(line);
    if (parts.size() < 2 || parts[0] != name) continue;
    if (const auto value = to_uint(parts[1])) return *value;
    return Fact<std::uint64_t>::unreadable(std::string(name) + ": \"" + clean_text(parts[1]) +
                                           "\" is not a number");
  }
  return {};
}

}  // namespace gpuproof
