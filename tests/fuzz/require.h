// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a fuzz target demands beyond "does not crash".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/base/text.h"

namespace gpuproof {

inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

inline std::string_view view_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Text from the machine is valid UTF-8 without control characters.
inline void require_clean(const std::string& text) { require(clean_text(text) == text); }

}  // namespace gpuproof
