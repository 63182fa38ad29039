// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Reasons that hold the clocks of a GPU down, tested bit by bit over all samples.
#include <fmt/core.h>

#include <map>
#include <set>

#include "harness/base/text.h"
#include "harness/checks/gpu/event_reasons.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

struct Seen {
  EventReason reason;
  int times = 0, longest = 0, current = 0;  // samples in all, and in a row
};

struct Reasons {
  std::map<std::uint64_t, Seen> by_mask;
  int samples = 0;
  std::vector<std::string> masks;
};

Reasons collect(const GpuDevice& gpu) {
  Reasons reasons;
  for (const auto& sample : gpu.samples) {
    if (!sample.event_reasons) continue;
    ++reasons.samples;
    std::set<std::uint64_t> present;
    for (auto& reason : event_reasons(*sample.event_reasons)) {
      present.insert(reason.mask);
      auto& seen = reasons.by_mask[reason.mask];
      ++seen.times;
      seen.longest = std::max(seen.longest, ++seen.current);
      seen.reason = std::move(reason);
    }
    for (auto& [mask, seen] : reasons.by_mask)
      if (!present.count(mask)) seen.current = 0;
    if (*sample.event_reasons != 0 && reasons.masks.size() < 4)
      reasons.masks.push_back(fmt::format("{}: {:#x}", sample.when, *sample.event_reasons));
  }
  return reasons;
}

Outcome outcome_of(const Seen& seen) {
  switch (seen.reason.grade) {
    case ReasonGrade::bad:
      return Outcome::fail;
    case ReasonGrade::hardware:  // one reading alone may be a change of performance state
      return seen.longest > 1 ? Outcome::fail : Outcome::warn;
    case ReasonGrade::unknown:
      return Outcome::warn;
    default:
      return Outcome::pass;
  }
}

std::string remedy_of(const Reasons& reasons, Outcome outcome) {
  // The specific reasons (thermal, power brake) stand at higher bits than the general one.
  std::string remedy;
  for (const auto& [mask, seen] : reasons.by_mask)
    if (outcome_of(seen) == outcome && !seen.reason.remedy.empty()) remedy = seen.reason.remedy;
  return remedy;
}

void judge(CheckContext& c, const GpuView& gpu) {
  const auto reasons = collect(*gpu.facts);
  if (reasons.samples == 0) {
    c.readable(gpu.facts->samples.empty() ? Fact<std::uint64_t>()
                                          : gpu.facts->samples.front().event_reasons,
               gpu.subject, "no clock event reasons are exposed here", gpu.labels);
    return;
  }
  Outcome worst = Outcome::pass;
  std::vector<std::string> words, meanings;
  for (const auto& [mask, seen] : reasons.by_mask) {
    const auto outcome = outcome_of(seen);
    if (outcome == Outcome::fail || worst == Outcome::pass) worst = outcome;
    words.push_back(
        fmt::format("{} in {} of {} samples", seen.reason.name, seen.times, reasons.samples));
    meanings.push_back(seen.reason.name + ": " + seen.reason.meaning);
  }
  Finding f{.observed = words.empty() ? "nothing holds the clocks" : join(words, ", "),
            .expected = "no thermal, power brake or hardware slowdown",
            .evidence = reasons.masks,
            .labels = gpu.labels};
  if (worst == Outcome::pass) return c.pass(gpu.subject, std::move(f));
  f.cause = join(meanings, "; ");
  f.remedy = remedy_of(reasons, worst);
  f.who = Who::builder;
  for (const auto& sample : gpu.facts->samples)
    if (sample.temperature_c && sample.event_reasons.value_or(0) != 0) {
      f.evidence.push_back(fmt::format("{} C", *sample.temperature_c));
      break;
    }
  if (worst == Outcome::fail)
    c.fail(gpu.subject, std::move(f));
  else
    c.warn(gpu.subject, std::move(f));
}

void throttle(CheckContext& c) {
  for (const auto& gpu : described_gpus(c)) judge(c, gpu);
}

const Register<Check> registered{{.name = "gpu/throttle",
                                  .about = "Clock event reasons",
                                  .why =
                                      "Heat and power brakes cut the clock by half and more; the "
                                      "power cap alone is normal.",
                                  .run = throttle}};

}  // namespace
}  // namespace gpuproof
