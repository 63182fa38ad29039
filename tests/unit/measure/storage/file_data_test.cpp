// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/file_data.h"

#include <gtest/gtest.h>

#include <vector>

namespace gpuproof {
namespace {

TEST(FileData, any_block_can_be_made_alone) {
  std::vector<std::uint64_t> whole(1024), part(512);
  fill_file_data(5, 0, whole);
  fill_file_data(5, 4096, part);
  for (std::size_t i = 0; i < part.size(); ++i) EXPECT_EQ(part[i], whole[512 + i]);
}

TEST(FileData, counts_wrong_words_and_names_the_first) {
  std::vector<std::uint64_t> words(512);
  fill_file_data(5, 8192, words);
  std::optional<WordMismatch> first;
  EXPECT_EQ(count_mismatches(5, 8192, words, first), 0u);
  EXPECT_FALSE(first);
  words[3] ^= 1;
  words[9] = 0;
  EXPECT_EQ(count_mismatches(5, 8192, words, first), 2u);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->offset, 8192u + 24);
  EXPECT_EQ(first->expected ^ first->found, 1u);
}

TEST(FileData, a_block_from_another_place_or_of_zeros_is_wrong) {
  std::vector<std::uint64_t> words(512);
  fill_file_data(5, 4096, words);
  std::optional<WordMismatch> first;
  EXPECT_EQ(count_mismatches(5, 8192, words, first), 512u);
  EXPECT_EQ(count_mismatches(6, 4096, words, first), 512u);
  words.assign(512, 0);
  EXPECT_EQ(count_mismatches(5, 4096, words, first), 512u);
}

}  // namespace
}  // namespace gpuproof
