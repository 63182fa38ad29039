// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/facts/memory_channel.h"

#include <gtest/gtest.h>

namespace gpuproof {
namespace {

std::string channel(const std::string& locator, const std::string& bank) {
  return channel_of({.locator = locator, .bank = bank}).value_or("unknown");
}

TEST(Channel, reads_the_labels_of_boards) {
  EXPECT_EQ(channel("DIMM_A1", "P0 CHANNEL A"), "socket 0 controller  channel a");
  EXPECT_EQ(channel("CPU1_DIMM_B2", "NODE 1"), "socket 1 controller  channel b");
  EXPECT_EQ(channel("P1-DIMMC1", ""), "socket 1 controller  channel c");
  EXPECT_EQ(channel("Controller1-ChannelA-DIMM0", "BANK 0"), "socket  controller 1 channel a");
  EXPECT_EQ(channel("DIMM 0", "P0 CHANNEL 7"), "socket 0 controller  channel 7");
  EXPECT_EQ(channel("ChannelB-DIMM1", "BANK 3"), "socket  controller  channel b");
}

TEST(Channel, does_not_guess) {
  EXPECT_EQ(channel("PROC 1 DIMM 3", "Not Specified"), "unknown");
  EXPECT_EQ(channel("DIMM3", "BANK 2"), "unknown");
  EXPECT_EQ(channel("", ""), "unknown");
  EXPECT_EQ(channel("Top-slot", "channel"), "unknown");
}

TEST(Channel, refuses_letters_that_name_processors) {
  SmbiosTables tables;
  for (int i = 1; i <= 8; ++i) tables.dimms.push_back({.locator = "A" + std::to_string(i)});
  EXPECT_FALSE(channels_of(tables));
}

}  // namespace
}  // namespace gpuproof
