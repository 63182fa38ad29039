// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Items of metrics: every figure that was reported, and every one that was planned.
#include <fmt/core.h>

#include <set>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/facts/storage_stack.h"
#include "harness/judge/attempts.h"
#include "harness/judge/gap.h"
#include "harness/judge/items.h"
#include "harness/judge/metric.h"

namespace gpuproof {
namespace {

// The disks that an array or mapping spreads over; empty for a single drive.
std::vector<const BlockDevice*> members(const RunView& view, const Key& key) {
  const auto drive = key.labels.find("drive");
  const auto* device = drive == key.labels.end() ? nullptr : view.now.storage.find(drive->second);
  if (!device) return {};
  auto disks = disks_below(view.now.storage, *device);
  return disks.size() > 1 ? disks : std::vector<const BlockDevice*>{};
}

// What is expected of a drive says nothing of an array; only what names the array does.
Profile for_array(Profile profile, const std::string& array) {
  std::erase_if(profile.expect, [&](const auto& e) {
    const auto pattern = Key::parse(e.key, "profile " + profile.id);
    const auto named = pattern.labels.find("drive");
    return pattern.family() == "storage" &&
           (named == pattern.labels.end() || named->second != array);
  });
  return profile;
}

void tell_members(Item& item, const std::vector<const BlockDevice*>& disks) {
  std::vector<std::string> names;
  for (const auto* disk : disks) names.push_back(disk->name);
  item.evidence.push_back(
      fmt::format("aggregate of {} members: {}", disks.size(), join(names, ", ")));
  if (item.figure)
    item.evidence.push_back(fmt::format(
        "{} each",
        with_unit(item.figure->value / static_cast<double>(disks.size()), item.figure->unit)));
}

Item judge_part(const RunView& view, const std::string& text,
                const std::vector<Attempt>& attempts) {
  const auto key = Key::parse(text);
  const auto disks = members(view, key);
  if (disks.empty())
    return judge_attempts(text, attempts, view.profile, view.quick, view.subject(key));
  auto item = judge_attempts(text, attempts, for_array(view.profile, key.labels.at("drive")),
                             view.quick, view.subject(key));
  tell_members(item, disks);
  return item;
}

Item judged_item(const RunView& view, const std::string& key,
                 const std::vector<Attempt>& attempts) {
  const auto subject = view.subject(Key::parse(key));
  try {
    return judge_part(view, key, attempts);
  } catch (const InputError& e) {  // a profile that contradicts itself voids this item, not the run
    return {.key = key,
            .subject = subject,
            .outcome = Outcome::error,
            .finding = std::string(e.what()) + ".",
            .who = Who::profile_author};
  }
}

Item gap_item(const RunView& view, const std::string& key, const Gap& gap) {
  Item item{.key = key, .subject = view.subject(Key::parse(key)), .outcome = gap.outcome};
  item.observed = gap.reason;
  item.finding = fmt::format("{}: {} was not measured, as {}. {}", item.subject.text(), key,
                             gap.reason, gap.remedy);
  item.remedy = gap.remedy;
  item.who = gap.who;
  return item;
}

Item skipped_item(const RunView& view, const PlanSkip& skip) {
  Item item{.key = skip.key,
            .subject = view.subject(Key::parse(skip.key, "plan.json")),
            .outcome = Outcome::skip};
  item.skip = enum_from<SkipKind>(skip.kind).value_or(SkipKind::unavailable);
  item.observed = skip.reason;
  item.finding =
      fmt::format("{}: {} was not measured: {}.", item.subject.text(), skip.key, skip.reason);
  item.who = item.skip == SkipKind::unavailable ? Who::admin : Who::nobody;
  return item;
}

bool is_check(const std::string& key) {
  return Registry<Check>::instance().find(Key::parse(key, "plan.json").name) != nullptr;
}

}  // namespace

std::vector<Item> metric_items(const RunView& view) {
  std::vector<Item> items;
  std::set<std::string> told;
  for (const auto& [key, attempts] : attempts_of(view.run.journal, view.run.plan)) {
    items.push_back(judged_item(view, key, attempts));
    told.insert(key);
  }
  for (const auto& step : view.run.plan.steps)
    for (const auto& key : step.promises)
      if (told.insert(key).second)
        items.push_back(gap_item(view, key, gap_of(view.run.journal, step)));
  for (const auto& skip : view.run.plan.skips)
    if (!is_check(skip.key) && told.insert(skip.key).second)
      items.push_back(skipped_item(view, skip));
  return items;
}

}  // namespace gpuproof
