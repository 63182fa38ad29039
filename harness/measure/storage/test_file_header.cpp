// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/test_file_header.h"

#include <fmt/core.h>

#include "harness/base/hash.h"
#include "harness/base/text.h"

namespace gpuproof {

std::string header_text(const TestFileHeader& header) {
  std::string text = fmt::format(
      "gpuproof test file\nversion 1\nThis file may be deleted when no gpuproof is running.\n"
      "seed {}\nbytes {}\nlayout header 4096, data words mix64(seed, offset / 8) to the end\n",
      header.seed, header.bytes);
  text += "sha256 " + sha256_hex(text) + "\n";
  text.resize(test_header_bytes, '\n');
  return text;
}

std::optional<TestFileHeader> parse_header(std::string_view block) {
  TestFileHeader header;
  for (const auto line : lines(block)) {
    const auto parts = words(line);
    if (parts.size() != 2) continue;
    const auto number = to_uint(parts[1]);
    if (parts[0] == "seed") header.seed = number.value_or(0);
    if (parts[0] == "bytes") header.bytes = number.value_or(0);
  }
  return header_text(header) == block ? std::optional(header) : std::nullopt;
}

}  // namespace gpuproof
