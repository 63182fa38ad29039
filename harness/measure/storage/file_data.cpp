// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/file_data.h"

#include "harness/base/hash.h"

namespace gpuproof {

void fill_file_data(std::uint64_t seed, std::uint64_t offset, std::span<std::uint64_t> words) {
  const std::uint64_t first = offset / sizeof(std::uint64_t);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = mix64(seed, first + i);
}

std::uint64_t count_mismatches(std::uint64_t seed, std::uint64_t offset,
                               std::span<const std::uint64_t> words,
                               std::optional<WordMismatch>& first) {
  const std::uint64_t start = offset / sizeof(std::uint64_t);
  std::uint64_t wrong = 0;
  for (std::size_t i = 0; i < words.size(); ++i) wrong += words[i] != mix64(seed, start + i);
  for (std::size_t i = 0; wrong > 0 && !first; ++i)
    if (const auto expected = mix64(seed, start + i); words[i] != expected)
      first = WordMismatch{offset + i * sizeof(std::uint64_t), expected, words[i]};
  return wrong;
}

}  // namespace gpuproof
