// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a profile must have to be judged by at all. The linter asks for more.
#include <algorithm>
#include <cmath>
#include <set>

#include "harness/base/error.h"
#include "harness/expect/resolve.h"
#include "harness/record/key.h"

namespace gpuproof {
namespace {

bool positive(double value) { return std::isfinite(value) && value > 0; }

// In 0..1, and above 0: a floor of nothing is met by nothing.
bool is_ratio(double value) { return positive(value) && value <= 1; }

void check(const Expectation& e, const std::string& place) {
  if (!positive(e.value)) throw InputError(place, "the expected value must be a positive number");
  if (!is_ratio(e.floor_ratio)) throw InputError(place, "floor_ratio must lie in 0..1 and above 0");
  if (!is_ratio(e.quick_floor_ratio.value_or(e.floor_ratio - 0.05)))
    throw InputError(place, "the floor of suite quick must lie in 0..1 and above 0");
  if (e.ceiling && !positive(*e.ceiling)) throw InputError(place, "the ceiling must be positive");
  if (e.unit.empty()) throw InputError(place, "the unit is missing");
}

// Two keys that one result could match, with as many labels each.
bool rivals(const Key& a, const Key& b) {
  if (a.name != b.name || a.labels.size() != b.labels.size()) return false;
  return std::all_of(a.labels.begin(), a.labels.end(), [&](const auto& label) {
    const auto other = b.labels.find(label.first);
    return other == b.labels.end() || other->second == label.second;
  });
}

}  // namespace

void require_usable(const Profile& profile) {
  const std::string place = "profile " + profile.id;
  if (profile.kind != "machine" && profile.kind != "gpu")
    throw InputError(place, "kind must be machine or gpu");
  if (profile.gpu_count && *profile.gpu_count < 0)
    throw InputError(place, "gpu_count must not be negative");
  std::vector<Key> keys;
  for (const auto& e : profile.expect) {
    const auto key = Key::parse(e.key, place);
    check(e, place + ": " + e.key);
    for (const auto& other : keys)
      if (rivals(key, other))
        throw InputError(place, key.text() + " and " + other.text() +
                                    " could speak for one result and neither is more specific");
    keys.push_back(key);
  }
  std::set<std::string> checks;
  for (const auto& setting : profile.settings) {
    if (setting.value.empty())
      throw InputError(place + ": " + setting.check, "the setting has no value");
    if (!checks.insert(setting.check).second)
      throw InputError(place, "the setting " + setting.check + " stands twice");
  }
}

}  // namespace gpuproof
