// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/policy.h"

#include "harness/base/error.h"
#include "harness/base/schema.h"
#include "harness/base/text.h"
#include "harness/expect/match.h"
#include "profile_files.h"

namespace gpuproof {
namespace {

bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto month = to_uint(text.substr(5, 2)), day = to_uint(text.substr(8, 2));
  return to_uint(text.substr(0, 4)) && month && *month >= 1 && *month <= 12 && day && *day >= 1 &&
         *day <= 31;
}

void check(const Policy& policy, const std::string& file) {
  if (policy.schema != Policy{}.schema)
    throw InputError(file, "policy schema \"" + policy.schema + "\" is not one this version reads");
  for (const auto& [kind, required] : policy.required_by_expectation)
    if (!enum_from<ExpectationKind>(kind))
      throw InputError(file, "\"" + kind + "\" is not a kind of expectation");
  for (const auto& waiver : policy.waivers) {
    const std::string place = file + ": waiver of " + waiver.item;
    if (waiver.item.empty() || waiver.subject.empty())
      throw InputError(place, "name the item and the subject; * stands for all");
    if (trim(waiver.reason).empty() || trim(waiver.by).empty())
      throw InputError(place, "a waiver needs a reason and the name of who gave it");
    if (!is_date(waiver.until))
      throw InputError(place, "\"" + waiver.until + "\" is not a date; write YYYY-MM-DD");
  }
}

// What is expected of the key, measured or not: a figure that was left out, or that turned out
// void, is as required as one that was judged.
const Expectation* expectation_of(const Profile& profile, const Item& item, const Key& key) {
  if (item.judged) return &item.judged->expectation;
  if (item.skip == SkipKind::no_expectation) return nullptr;
  try {
    return match_expectation(profile, key);
  } catch (const InputError&) {  // two speak for it: the item itself tells that
    return nullptr;
  }
}

std::optional<Required> by_profile(const Profile& profile, const Expectation* expectation,
                                   const Key& key) {
  if (expectation && expectation->required) return expectation->required;
  for (const auto& setting : profile.settings)
    if (setting.check == key.name && setting.required && !setting.superseded_by)
      return setting.required;
  return std::nullopt;
}

// A glob of the policy, then the kind of the expectation.
std::optional<Required> by_policy(const Policy& policy, const Expectation* expectation,
                                  const Key& key) {
  if (const auto* match = longest_match(policy.required, key)) return match->second;
  if (!expectation) return std::nullopt;
  const auto kind = policy.required_by_expectation.find(std::string(name_of(expectation->kind)));
  if (kind == policy.required_by_expectation.end()) return std::nullopt;
  return kind->second;
}

}  // namespace

Policy policy_from_json(std::string_view text, const std::string& file) {
  auto policy = decode_text<Policy>(text, file);
  check(policy, file);
  return policy;
}

std::string policy_schema() { return schema_text<Policy>("gpuproof policy"); }

const Policy& default_policy() {
  static const Policy policy = [] {
    for (const auto& [name, text] : embedded::profile_files)
      if (name == "default-policy.json") return policy_from_json(text, std::string(name));
    throw std::logic_error("default-policy.json is not in this binary");
  }();
  return policy;
}

const std::pair<const std::string, Required>* longest_match(
    const std::map<std::string, Required>& globs, const Key& key) {
  const std::pair<const std::string, Required>* best = nullptr;
  for (const auto& rule : globs)
    if (key.matches(rule.first) && (!best || rule.first.size() > best->first.size())) best = &rule;
  return best;
}

void RequiredRules::apply(Item& item) const {
  const auto key = Key::parse(item.key);
  const auto* expectation = expectation_of(profile, item, key);
  const auto set = [&](Required required, std::string by) {
    item.required = required;
    item.required_by = std::move(by);
  };
  if (site)
    if (const auto required = by_policy(*site, expectation, key))
      return set(*required, "policy " + (site->name.empty() ? "of the site" : site->name));
  if (const auto required = by_profile(profile, expectation, key))
    return set(*required, "profile " + profile.id);
  set(by_policy(default_policy(), expectation, key).value_or(Required::if_observable), "default policy");
}

namespace {
const Register<Schema> published{{"policy", policy_schema}};
}  // namespace

}  // namespace gpuproof
