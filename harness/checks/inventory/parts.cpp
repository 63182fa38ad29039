// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The parts list of the profile against what is in the machine: missing, other, moved, extra.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/inventory/part_match.h"

namespace gpuproof {
namespace {

// Labels allow no blanks, commas or braces.
std::string label_value(const std::string& kind, std::size_t number) {
  return fmt::format("{}-{}", kind, number);
}

std::string sentence(const std::string& kind, const Deviation& d) {
  switch (d.kind) {
    case Deviation::Kind::missing:
      return fmt::format("a {} is missing: the parts list has {}", kind, part_text(*d.wanted));
    case Deviation::Kind::other:
      return fmt::format("{} is not the listed part: {}", d.found->subject.text(),
                         join(d.differences, ", "));
    case Deviation::Kind::moved:
      return fmt::format("{} sits elsewhere: {}", d.found->subject.text(),
                         join(d.differences, ", "));
    case Deviation::Kind::extra:
      break;
  }
  return fmt::format("{} is not on the parts list", d.found->subject.text());
}

const char* remedy_of(Deviation::Kind kind) {
  switch (kind) {
    case Deviation::Kind::missing:
      return "fit or reseat the part; if it is not meant to be there, correct the parts list";
    case Deviation::Kind::other:
      return "exchange the part or its firmware, or correct the parts list";
    case Deviation::Kind::moved:
      return "put it back, or correct the parts list";
    case Deviation::Kind::extra:
      break;
  }
  return "remove it, or add it to the parts list";
}

void report(CheckContext& c, const std::string& kind, const Deviation& d, std::size_t number) {
  Finding f{.observed = sentence(kind, d),
            .expected = d.wanted ? part_text(*d.wanted) : "nothing more",
            .remedy = remedy_of(d.kind),
            .who = Who::builder,
            .labels = {{"device", label_value(kind, number)}}};
  f.finding = f.observed + "; " + f.remedy + ".";
  const auto subject =
      d.found ? d.found->subject : Subject{.kind = kind, .place = d.wanted->slot.value_or("")};
  const bool grave = d.kind == Deviation::Kind::missing || d.kind == Deviation::Kind::other;
  const bool demanded = !d.wanted || d.wanted->required != Required::no;
  if (grave && demanded)
    c.fail(subject, std::move(f));
  else
    c.warn(subject, std::move(f));
}

void judge_kind(CheckContext& c, const std::string& kind, const std::vector<const Part*>& wanted) {
  const auto found = found_parts(c, c.now, kind);
  Finding f{.labels = {{"device", kind}}};
  if (!found.gap.empty()) {
    f.observed = kind + ": " + found.gap;
    f.remedy = "run as root";
    f.who = Who::user;
    return c.skip(SkipKind::not_observable, c.machine(), std::move(f));
  }
  const auto verdict = match_parts(wanted, found.parts);
  std::size_t number = 0;
  for (const auto& deviation : verdict.deviations) report(c, kind, deviation, ++number);
  if (!verdict.deviations.empty()) return;
  f.observed = fmt::format("{}: {} of {} as listed", kind, verdict.matched, verdict.wanted);
  for (const auto* part : wanted) f.evidence.push_back(part_text(*part));
  if (verdict.unknown.empty()) return c.pass(c.machine(), std::move(f));
  f.observed += ", but not known: " + join(verdict.unknown, ", ");
  c.skip(SkipKind::not_observable, c.machine(), std::move(f));
}

void judge_list(CheckContext& c, const Profile& profile) {
  for (const auto& kind : part_kinds()) {
    std::vector<const Part*> wanted;
    for (const auto& part : profile.parts)
      if (part.kind == kind) wanted.push_back(&part);
    if (!wanted.empty()) judge_kind(c, kind, wanted);
  }
  for (const auto& part : profile.parts)
    if (std::count(part_kinds().begin(), part_kinds().end(), part.kind) == 0)
      c.error(c.machine(), {.observed = "the parts list names a kind \"" + part.kind + "\"",
                            .expected = join(part_kinds(), ", "),
                            .remedy = "correct the profile",
                            .who = Who::profile_author,
                            .labels = {{"device", "profile"}}});
}

void parts(CheckContext& c) {
  const auto* profile = c.input.profile;
  if (profile && !profile->parts.empty()) return judge_list(c, *profile);
  c.skip(SkipKind::no_expectation, c.machine(),
         {.observed = "no parts list: the profile names none"});
}

const Register<Check> registered{{.name = "inventory/parts",
                                  .about = "Parts list",
                                  .why =
                                      "A machine with the wrong or a missing part can pass every "
                                      "benchmark and is still not what was ordered.",
                                  .run = parts}};

}  // namespace
}  // namespace gpuproof
