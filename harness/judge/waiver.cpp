// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Waivers: what a site accepts knowingly, by name, with a reason and an end.
#include <algorithm>

#include "harness/base/text.h"
#include "harness/judge/policy.h"

namespace gpuproof {
namespace {

bool names_subject(const std::string& wanted, const Subject& subject) {
  if (wanted == "*") return true;
  const std::string* names[] = {&subject.place, &subject.serial, &subject.uuid,
                                &subject.pci_address};
  return std::any_of(std::begin(names), std::end(names),
                     [&](const auto* name) { return !name->empty() && *name == wanted; });
}

// inconclusive is not waived: it says nothing yet that a site could accept. Hardware that is
// proven absent needs no waiver.
bool can_be_waived(const Item& item) {
  return item.outcome == Outcome::fail || item.outcome == Outcome::error ||
         (item.outcome == Outcome::skip && item.skip != SkipKind::not_applicable);
}

void waive(Item& item, const Waiver& waiver) {
  item.before_waiver = item.outcome;
  item.waiver = waiver;
  item.outcome = Outcome::warn;
  item.skip = SkipKind::none;
}

}  // namespace

std::vector<std::string> apply_waivers(const Policy& site, const std::string& today,
                                       std::vector<Item>& items) {
  std::vector<std::string> notes;
  for (const auto& waiver : site.waivers) {
    const std::string name = "The waiver of " + waiver.item + " by " + waiver.by;
    // Without a date of today nothing shows that it still holds.
    if (!(!today.empty() && today <= waiver.until)) {
      notes.push_back(name + " ended on " + waiver.until + " and is not applied.");
      continue;
    }
    int used = 0;
    for (auto& item : items)
      if (Key::parse(item.key).matches(waiver.item) &&
          names_subject(waiver.subject, item.subject) && !item.waiver && can_be_waived(item))
        waive(item, waiver), ++used;
    if (used == 0) notes.push_back(name + " matched nothing that needed it.");
  }
  return notes;
}

}  // namespace gpuproof
