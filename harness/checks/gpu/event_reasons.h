// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What the bits of NVML's clock event reasons mean (data/clocks_event_reasons.json). Bits are
// tested one by one: two reasons at once, and bits nobody knows yet, must not escape.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gpuproof {

// hardware: bad when it lasts; it may flicker for one reading as the performance state changes.
enum class ReasonGrade { benign, normal, note, hardware, bad, unknown };

struct EventReason {
  std::uint64_t mask = 0;
  std::string name, meaning, remedy;
  ReasonGrade grade = ReasonGrade::unknown;
};

// One entry per bit set; a bit that the table lacks is named by its hexadecimal mask.
std::vector<EventReason> event_reasons(std::uint64_t bits);

}  // namespace gpuproof
