// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether a figure and its expectation were taken under conditions that excuse a difference.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/judge/metric.h"

namespace gpuproof {
namespace {

std::optional<std::string> found(const BenchRecord& record, const std::string& name) {
  for (const auto* map : {&record.method, &record.conditions})
    if (const auto entry = map->find(name); entry != map->end()) return entry->second;
  return std::nullopt;
}

// "550.54.15" -> 550
std::optional<std::int64_t> major_version(std::string_view version) {
  return to_int(trim(version.substr(0, version.find('.'))));
}

bool lower_power_limit(const Expectation& expectation, const BenchRecord& record,
                       std::string& why) {
  const auto text = found(record, "power_limit_w");
  const auto limit = text ? first_number(*text) : std::nullopt;
  if (!expectation.power_limit || !limit || !(*limit < *expectation.power_limit)) return false;
  why = fmt::format("the power limit here is {} W and the figure was taken at {} W",
                    figure_text(*limit), figure_text(*expectation.power_limit));
  return true;
}

// The stack reads "driver 550.54, cublaslt 12.4.5"; the record holds the same names.
bool other_major_version(const Expectation& expectation, const BenchRecord& record,
                         std::string& why) {
  const std::string stack = expectation.stack.value_or("");
  for (const auto part : split(stack, ',')) {
    const auto pair = words(part);
    if (pair.size() != 2) continue;
    const auto name = lower(pair[0]);
    const auto here = found(record, name);
    const auto ours = here ? major_version(*here) : std::nullopt;
    const auto theirs = major_version(pair[1]);
    if (!ours || !theirs || *ours == *theirs) continue;
    why = fmt::format("{} here is {} and the figure was taken with {}", name, *here, pair[1]);
    return true;
  }
  return false;
}

}  // namespace

bool other_conditions(const Expectation& expectation, const BenchRecord& record, std::string& why) {
  return lower_power_limit(expectation, record, why) ||
         other_major_version(expectation, record, why);
}

}  // namespace gpuproof
