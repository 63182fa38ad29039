// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/expect/profile.h"

#include "harness/base/error.h"
#include "harness/base/schema.h"

namespace gpuproof {

Profile profile_from_json(std::string_view text, const std::string& file) {
  auto profile = decode_text<Profile>(text, file);
  if (profile.schema != Profile{}.schema)
    throw InputError(file, "profile schema \"" + profile.schema + "\" is not one this version reads");
  return profile;
}

std::string profile_to_json(const Profile& profile) { return encode_pretty(profile); }

std::string profile_schema() { return schema_text<Profile>("gpuproof profile"); }

namespace {
const Register<Schema> published{{"profile", profile_schema}};
}  // namespace

}  // namespace gpuproof
