// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/expect/resolve.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/text.h"
#include "harness/expect/derive.h"
#include "harness/record/key.h"

namespace gpuproof {
namespace {

bool is_file_name(const std::string& request) {
  return contains(request, "/") || request.ends_with(".json") || request == "-" ||
         fs::is_regular_file(request);
}

Profile by_id(const std::string& id, const std::vector<Profile>& shipped) {
  std::vector<std::string> ids;
  for (const auto& profile : shipped) {
    if (profile.id == id) return profile;
    ids.push_back(profile.id);
  }
  const auto guess = nearest(id, ids);
  throw InputError("--profile " + id,
                   "no such profile" + (guess.empty() ? "" : " (did you mean " + guess + "?)") +
                       "; see gpuproof profile list, or name a file that ends in .json");
}

Profile underived(const Snapshot& snapshot) {
  Profile profile;
  profile.id = "derived";
  profile.kind = "machine";
  profile.title = "Derived from the hardware found";
  if (snapshot.smbios && snapshot.smbios->system)
    profile.about = "For " + snapshot.smbios->system->product + ", of which no profile ships.";
  return profile;
}

// Figures of the GPU model that the machine profile does not give itself.
void compose(Profile& profile, const std::vector<Profile>& shipped) {
  if (!profile.gpu_profile) return;
  const auto model = std::find_if(shipped.begin(), shipped.end(),
                                  [&](auto& other) { return other.id == *profile.gpu_profile; });
  if (model == shipped.end())
    throw InputError("profile " + profile.id,
                     "composes the profile " + *profile.gpu_profile + ", which does not ship");
  for (const auto& expectation : model->expect)
    if (std::none_of(profile.expect.begin(), profile.expect.end(),
                     [&](auto& own) { return own.key == expectation.key; }))
      profile.expect.push_back(expectation);
  for (const auto& [name, value] : model->facts) profile.facts.try_emplace(name, value);
}

// A derived figure is the last resort: it never stands beside one that the profile gives, however
// much more specific its labels are.
void add_derived(Profile& profile, const Snapshot& snapshot) {
  const auto own = profile.expect.size();
  for (auto& expectation : derive_expectations(snapshot).expect) {
    const auto key = Key::parse(expectation.key);
    const bool spoken_for =
        std::any_of(profile.expect.begin(), profile.expect.begin() + static_cast<long>(own),
                    [&](const auto& given) {
                      const auto pattern = Key::parse(given.key);
                      return pattern.name == key.name && key.has_labels_of(pattern);
                    });
    if (!spoken_for) profile.expect.push_back(std::move(expectation));
  }
}

}  // namespace

ResolvedProfile resolve_profile(const std::string& request, const Snapshot& snapshot,
                                const std::vector<Profile>& shipped) {
  ResolvedProfile resolved;
  if (request.empty() || request == "auto") {
    const auto matches = matching_profiles(shipped, snapshot);
    if (matches.size() > 1)
      throw InputError("--profile auto", "both " + matches[0]->id + " and " + matches[1]->id +
                                             " match this machine; name one of them");
    resolved.origin = matches.empty() ? "derived" : "exact match";
    resolved.profile = matches.empty() ? underived(snapshot) : *matches.front();
  } else {
    resolved.origin = "--profile";
    resolved.profile = is_file_name(request) ? profile_from_json(read_input_file(request), request)
                                             : by_id(request, shipped);
  }
  compose(resolved.profile, shipped);
  require_usable(resolved.profile);
  add_derived(resolved.profile, snapshot);
  return resolved;
}

ResolvedProfile resolve_profile(const std::string& request, const Snapshot& snapshot) {
  return resolve_profile(request, snapshot, shipped_profiles());
}

}  // namespace gpuproof
