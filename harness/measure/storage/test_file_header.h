// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The first block of a test file: text that tells a reader what this is, and us whether it is ours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/base/units.h"

namespace gpuproof {

struct TestFileHeader {
  std::uint64_t seed = 0;
  Bytes bytes = 0;  // of the whole file
  friend bool operator==(const TestFileHeader&, const TestFileHeader&) = default;
};

constexpr Bytes test_header_bytes = 4 * KiB;

// Padded with newlines to test_header_bytes.
std::string header_text(const TestFileHeader&);
// nullopt where it is not exactly what header_text writes for some seed and size.
std::optional<TestFileHeader> parse_header(std::string_view block);

}  // namespace gpuproof
