// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The slow side of comparisons: text of what is wrong.
#include "harness/measure/verification.h"

#include <fmt/core.h>

#include <limits>

namespace gpuproof {
namespace {

std::uint64_t saturating_sum(std::uint64_t x, std::uint64_t y) {
  return x > std::numeric_limits<std::uint64_t>::max() - y
             ? std::numeric_limits<std::uint64_t>::max()
             : x + y;
}

}  // namespace

std::string value_text(double value) { return fmt::format("{:.17g}", value); }
std::string value_text(std::uint64_t value) { return fmt::format("0x{:016x}", value); }

void DataComparison::miss(std::uint64_t index, const std::string& expected, const std::string& found) {
  mismatches = saturating_sum(mismatches, 1);
  if (index >= first_index) return;
  first_index = index;
  first = fmt::format("[{}]: expected {}, found {}", index, expected, found);
}

void DataComparison::add(const DataComparison& part) {
  values = saturating_sum(values, part.values);
  mismatches = saturating_sum(mismatches, part.mismatches);
  if (part.first_index >= first_index) return;
  first_index = part.first_index;
  first = part.first;
}

Integrity DataComparison::integrity(const std::string& how) const {
  return {.checked = values > 0,
          .values = values,
          .mismatches = mismatches,
          .how = how,
          .first_mismatch = first};
}

}  // namespace gpuproof
