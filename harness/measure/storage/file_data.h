// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What the test file holds: incompressible words, each a pure function of seed and offset, so that
// any block can be made and checked alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace gpuproof {

struct WordMismatch {
  std::uint64_t offset = 0, expected = 0, found = 0;
};

// `offset` in bytes, a multiple of 8.
void fill_file_data(std::uint64_t seed, std::uint64_t offset, std::span<std::uint64_t> words);
// Number of wrong words; `first` keeps the earliest one ever seen by it.
std::uint64_t count_mismatches(std::uint64_t seed, std::uint64_t offset,
                               std::span<const std::uint64_t> words,
                               std::optional<WordMismatch>& first);

}  // namespace gpuproof
