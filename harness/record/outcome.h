// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Outcomes of items and runs (docs/verdicts.md).
#pragma once

#include "harness/base/enum_names.h"

namespace gpuproof {

enum class Outcome { pass, warn, fail, error, inconclusive, skip };
template <>
struct EnumNames<Outcome> {
  static constexpr std::array<EnumRow<Outcome>, 6> table{{{Outcome::pass, "pass"},
                                                          {Outcome::warn, "warn"},
                                                          {Outcome::fail, "fail"},
                                                          {Outcome::error, "error"},
                                                          {Outcome::inconclusive, "inconclusive"},
                                                          {Outcome::skip, "skip"}}};
};

enum class SkipKind {
  none,
  not_observable,
  unavailable,
  not_applicable,
  not_selected,
  no_expectation
};
template <>
struct EnumNames<SkipKind> {
  static constexpr std::array<EnumRow<SkipKind>, 6> table{
      {{SkipKind::none, "none"},
       {SkipKind::not_observable, "not_observable"},
       {SkipKind::unavailable, "unavailable"},
       {SkipKind::not_applicable, "not_applicable"},
       {SkipKind::not_selected, "not_selected"},
       {SkipKind::no_expectation, "no_expectation"}}};
};

enum class Required { yes, no, if_observable };
template <>
struct EnumNames<Required> {
  static constexpr std::array<EnumRow<Required>, 3> table{
      {{Required::yes, "yes"}, {Required::no, "no"}, {Required::if_observable, "if_observable"}}};
};

enum class Verdict { accepted, rejected, incomplete };
template <>
struct EnumNames<Verdict> {
  static constexpr std::array<EnumRow<Verdict>, 3> table{{{Verdict::accepted, "accepted"},
                                                          {Verdict::rejected, "rejected"},
                                                          {Verdict::incomplete, "incomplete"}}};
};

enum class Basis { measured, derived };
template <>
struct EnumNames<Basis> {
  static constexpr std::array<EnumRow<Basis>, 2> table{
      {{Basis::measured, "measured"}, {Basis::derived, "derived"}}};
};

// Who acts on a finding.
enum class Who { nobody, builder, admin, user, vendor, profile_author };
template <>
struct EnumNames<Who> {
  static constexpr std::array<EnumRow<Who>, 6> table{{{Who::nobody, "nobody"},
                                                      {Who::builder, "builder"},
                                                      {Who::admin, "admin"},
                                                      {Who::user, "user"},
                                                      {Who::vendor, "vendor"},
                                                      {Who::profile_author, "profile author"}}};
};

enum class Better { higher, lower };
template <>
struct EnumNames<Better> {
  static constexpr std::array<EnumRow<Better>, 2> table{
      {{Better::higher, "higher"}, {Better::lower, "lower"}}};
};

constexpr bool is_judged(Outcome o) {
  return o == Outcome::pass || o == Outcome::warn || o == Outcome::fail;
}

}  // namespace gpuproof
