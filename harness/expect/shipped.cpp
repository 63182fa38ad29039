// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The profiles that ship in the binary.
#include <algorithm>

#include "harness/expect/profile.h"
#include "profile_files.h"

namespace gpuproof {

std::vector<Profile> shipped_profiles() {
  std::vector<Profile> profiles;
  for (const auto& [name, text] : embedded::profile_files)
    if (!name.ends_with("-policy.json"))
      profiles.push_back(profile_from_json(text, std::string(name)));
  std::sort(profiles.begin(), profiles.end(), [](auto& a, auto& b) { return a.id < b.id; });
  return profiles;
}

}  // namespace gpuproof
