// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/expect/match.h"

#include "harness/base/error.h"

namespace gpuproof {

const Expectation* match_expectation(const Profile& profile, const Key& key) {
  const Expectation* best = nullptr;
  const Expectation* rival = nullptr;
  std::size_t labels = 0;
  for (const auto& expectation : profile.expect) {
    const auto pattern = Key::parse(expectation.key, "profile " + profile.id);
    if (pattern.name != key.name || !key.has_labels_of(pattern)) continue;
    if (best && pattern.labels.size() < labels) continue;
    rival = best && pattern.labels.size() == labels ? best : nullptr;
    best = &expectation;
    labels = pattern.labels.size();
  }
  if (rival)
    throw InputError("profile " + profile.id,
                     rival->key + " and " + best->key + " both speak for " + key.text() +
                         " and neither is more specific; give one of them another label");
  return best;
}

double floor_of(const Expectation& expectation, Better better, bool quick) {
  const double ratio = quick
                           ? expectation.quick_floor_ratio.value_or(expectation.floor_ratio - 0.05)
                           : expectation.floor_ratio;
  return better == Better::higher ? expectation.value * ratio : expectation.value / ratio;
}

}  // namespace gpuproof
