// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/nvme_parse.h"

#include <gtest/gtest.h>

#include <limits>

namespace gpuproof {
namespace {

void put(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i));
}

std::string health_log() {
  std::string log(512, '\0');
  put(log, 0, 0x04, 1);
  put(log, 1, 273 + 41, 2);
  put(log, 3, 97, 1);
  put(log, 4, 10, 1);
  put(log, 5, 3, 1);
  put(log, 128, 4711, 8);
  put(log, 144, 12, 8);
  put(log, 160, 5, 8);
  put(log, 176, 9, 8);
  put(log, 192, 30, 4);
  put(log, 196, 2, 4);
  put(log, 200, 273 + 40, 2);
  put(log, 204, 273 + 55, 2);
  put(log, 224, 600, 4);
  put(log, 228, 60, 4);
  return log;
}

TEST(NvmeParse, reads_the_health_log) {
  const auto smart = parse_nvme_smart(health_log());
  ASSERT_TRUE(smart);
  EXPECT_EQ(smart->critical_warning, 4);
  EXPECT_TRUE(smart->temperature_c.is(41));
  EXPECT_EQ(smart->available_spare_pct, 97);
  EXPECT_EQ(smart->spare_threshold_pct, 10);
  EXPECT_EQ(smart->percentage_used, 3);
  EXPECT_EQ(smart->power_on_hours, 4711u);
  EXPECT_EQ(smart->unsafe_shutdowns, 12u);
  EXPECT_EQ(smart->media_errors, 5u);
  EXPECT_EQ(smart->error_log_entries, 9u);
  EXPECT_EQ(smart->warning_temp_minutes, 30u);
  EXPECT_EQ(smart->critical_temp_minutes, 2u);
  EXPECT_EQ(smart->sensors_c, (std::vector<int>{40, 55}));
  EXPECT_EQ(smart->thermal_time_1_s, 600u);
  EXPECT_EQ(smart->thermal_time_2_s, 60u);
}

TEST(NvmeParse, saturates_counters_beyond_64_bits) {
  auto log = health_log();
  put(log, 168, 1, 8);  // upper half of the media errors
  EXPECT_EQ(parse_nvme_smart(log)->media_errors, std::numeric_limits<std::uint64_t>::max());
}

TEST(NvmeParse, zero_kelvin_is_no_temperature) {
  auto log = health_log();
  put(log, 1, 0, 2);
  EXPECT_TRUE(parse_nvme_smart(log)->temperature_c.is_absent());
}

TEST(NvmeParse, refuses_what_no_drive_answers) {
  EXPECT_TRUE(parse_nvme_smart("").is_unreadable());
  EXPECT_TRUE(parse_nvme_smart(health_log().substr(0, 511)).is_unreadable());
  EXPECT_TRUE(parse_nvme_smart(std::string(512, '\0')).is_unreadable());
  EXPECT_TRUE(parse_nvme_smart(std::string(512, '\xff')).is_unreadable());
}

TEST(NvmeParse, reads_the_limits_of_the_controller) {
  NvmeSmart smart;
  std::string identify(4096, '\0');
  put(identify, 266, 273 + 82, 2);
  add_nvme_limits(smart, identify);
  EXPECT_TRUE(smart.warning_temp_c.is(82));
  EXPECT_TRUE(smart.critical_temp_c.is_absent()) << "0: the controller states none";
  add_nvme_limits(smart, std::string("short"));
  EXPECT_TRUE(smart.warning_temp_c.is_unreadable());
  add_nvme_limits(smart, Fact<std::string>::unreadable("needs root"));
  EXPECT_EQ(smart.critical_temp_c.why(), "needs root");
}

}  // namespace
}  // namespace gpuproof
