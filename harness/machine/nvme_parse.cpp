// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/nvme_parse.h"

#include <cstdint>
#include <limits>

namespace gpuproof {
namespace {

constexpr std::size_t log_bytes = 512, identify_bytes = 4096;

std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// Counters of 16 bytes; what does not fit saturates rather than wraps to a small number.
std::uint64_t counter(std::string_view log, std::size_t at) {
  const bool fits = little_endian(log, at + 8, 8) == 0;
  return fits ? little_endian(log, at, 8) : std::numeric_limits<std::uint64_t>::max();
}

// Kelvin in 16 bits; 0: not implemented.
Fact<int> celsius(std::string_view bytes, std::size_t at) {
  const auto kelvin = static_cast<int>(little_endian(bytes, at, 2));
  return kelvin == 0 ? Fact<int>() : Fact<int>(kelvin - 273);
}

bool is_all(std::string_view bytes, char value) {
  return bytes.find_first_not_of(value) == std::string_view::npos;
}

}  // namespace

Fact<NvmeSmart> parse_nvme_smart(std::string_view log) {
  if (log.size() < log_bytes)
    return Fact<NvmeSmart>::unreadable("health log of " + std::to_string(log.size()) +
                                       " bytes, expected 512");
  log = log.substr(0, log_bytes);
  if (is_all(log, '\0') || is_all(log, '\xff'))
    return Fact<NvmeSmart>::unreadable("the drive answered with an empty health log");
  NvmeSmart smart;
  smart.critical_warning = static_cast<int>(little_endian(log, 0, 1));
  smart.temperature_c = celsius(log, 1);
  smart.available_spare_pct = static_cast<int>(little_endian(log, 3, 1));
  smart.spare_threshold_pct = static_cast<int>(little_endian(log, 4, 1));
  smart.percentage_used = static_cast<int>(little_endian(log, 5, 1));
  smart.power_on_hours = counter(log, 128);
  smart.unsafe_shutdowns = counter(log, 144);
  smart.media_errors = counter(log, 160);
  smart.error_log_entries = counter(log, 176);
  smart.warning_temp_minutes = little_endian(log, 192, 4);
  smart.critical_temp_minutes = little_endian(log, 196, 4);
  for (std::size_t sensor = 0; sensor < 8; ++sensor)
    if (const auto temperature = celsius(log, 200 + 2 * sensor))
      smart.sensors_c.push_back(*temperature);
  smart.thermal_time_1_s = little_endian(log, 224, 4);
  smart.thermal_time_2_s = little_endian(log, 228, 4);
  return smart;
}

void add_nvme_limits(NvmeSmart& smart, const Fact<std::string>& identify) {
  const bool cut = identify && identify->size() < identify_bytes;
  if (identify && !cut) {
    smart.warning_temp_c = celsius(*identify, 266);
    smart.critical_temp_c = celsius(*identify, 268);
  } else if (cut || identify.is_unreadable()) {
    const auto why = cut ? "identify data is cut short" : identify.why();
    smart.warning_temp_c = smart.critical_temp_c = Fact<int>::unreadable(why);
  }
}

}  // namespace gpuproof
