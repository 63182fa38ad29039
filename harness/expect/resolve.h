// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// From what the user asked for, and what the machine is, to the profile it is judged by.
#pragma once

#include <string>
#include <vector>

#include "harness/expect/profile.h"
#include "harness/facts/snapshot.h"

namespace gpuproof {

struct ResolvedProfile {
  Profile profile;
  std::string origin;  // "--profile", "exact match", "derived"
};

// `request` is "auto" (or empty), the id of a shipped profile, or a file. Figures that follow from
// the hardware are added where the profile gives none. Throws InputError: unknown id, unreadable
// or contradictory file, or a machine that two shipped profiles claim.
ResolvedProfile resolve_profile(const std::string& request, const Snapshot&);

// The same over a given set of profiles.
ResolvedProfile resolve_profile(const std::string& request, const Snapshot&,
                                const std::vector<Profile>& shipped);

// The profiles of `shipped` that name this machine or its GPUs; the most specific of a kind only.
std::vector<const Profile*> matching_profiles(const std::vector<Profile>& shipped, const Snapshot&);

// Throws InputError for what cannot be judged by: a key that is none, a figure or floor that is no
// positive number, two expectations that could speak for one result.
void require_usable(const Profile&);

}  // namespace gpuproof
