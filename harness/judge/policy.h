// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Which items are required, and which are waived.
#pragma once

#include "harness/judge/judge.h"

namespace gpuproof {

// Site policy, then profile, then the default policy; the first that speaks decides.
struct RequiredRules {
  const Policy* site = nullptr;
  const Profile& profile;
  // Sets required and required_by.
  void apply(Item&) const;
};

// The glob with the longest text that matches; nullptr where none does.
const std::pair<const std::string, Required>* longest_match(const std::map<std::string, Required>&,
                                                            const Key&);

// Turns fail, error and skip of waived items into warn. Returns what a reader must know of the
// waivers themselves: expired ones, and those that matched nothing.
std::vector<std::string> apply_waivers(const Policy& site, const std::string& today,
                                       std::vector<Item>&);

}  // namespace gpuproof
