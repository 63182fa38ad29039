// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/inventory/part_match.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "harness/base/text.h"
#include "harness/base/units.h"

namespace gpuproof {
namespace {

// Attributes that the line names, most telling first.
int specificity(const Part& p) {
  return (p.serial ? 8 : 0) + (p.slot ? 4 : 0) + (p.model ? 2 : 0) + (p.pci_id ? 2 : 0) +
         (p.firmware ? 1 : 0) + (p.bytes ? 1 : 0);
}

void compare_text(const char* what, const std::optional<std::string>& wanted,
                  const std::string& found, PartFit& fit, bool* same = nullptr) {
  if (!wanted) return;
  if (found.empty())
    fit.unknown.push_back(what);
  else if (!glob_match(*wanted, found))
    fit.differences.push_back(fmt::format("{} {} instead of {}", what, found, *wanted));
  else if (same)
    *same = true;
}

void compare_bytes(const Part& wanted, const FoundPart& found, PartFit& fit) {
  if (!wanted.bytes) return;
  if (!found.bytes) return fit.unknown.push_back("size");
  const double ratio = static_cast<double>(*found.bytes) / static_cast<double>(*wanted.bytes);
  if (!(std::fabs(ratio - 1) <= 0.03))
    fit.differences.push_back(
        fmt::format("size {} instead of {}", bytes_text(*found.bytes), bytes_text(*wanted.bytes)));
}

// How near a part that does not fit comes: the same serial in another slot was moved, another
// part in the same slot was put in its place.
constexpr int same_part = 8, same_place = 4, same_model = 2;

int nearness(const PartFit& fit) {
  return (fit.same_serial ? same_part : 0) + (fit.same_slot ? same_place : 0) +
         (fit.same_model ? same_model : 0);
}

class Matcher {
 public:
  Matcher(std::vector<const Part*> wanted, const std::vector<FoundPart>& found)
      : wanted_(std::move(wanted)), found_(found), taken_(found.size(), false) {
    std::stable_sort(wanted_.begin(), wanted_.end(),
                     [](auto* a, auto* b) { return specificity(*a) > specificity(*b); });
  }

  // Lines that say more go first, with what comes nearest to them: else "7 x dimm" would take the
  // wrong module out of the slot that another line names.
  PartsVerdict run() {
    std::vector<const Part*> lacking;
    for (auto first = wanted_.begin(); first != wanted_.end();) {
      const auto last = std::find_if(first, wanted_.end(), [&](const auto* part) {
        return specificity(*part) != specificity(**first);
      });
      auto open = claim_all(first, last);
      std::erase_if(open, [&](const auto* part) { return explain(*part, same_place); });
      lacking.insert(lacking.end(), open.begin(), open.end());
      first = last;
    }
    for (const auto* part : lacking)
      if (!explain(*part, same_model))
        verdict_.deviations.push_back({Deviation::Kind::missing, part, nullptr, {}});
    for (std::size_t i = 0; i < found_.size(); ++i)
      if (!taken_[i])
        verdict_.deviations.push_back({Deviation::Kind::extra, nullptr, &found_[i], {}});
    return std::move(verdict_);
  }

 private:
  using Line = std::vector<const Part*>::const_iterator;

  // One entry for each part that did not turn up.
  std::vector<const Part*> claim_all(Line first, Line last) {
    std::vector<const Part*> open;
    for (; first != last; ++first) {
      verdict_.wanted += (*first)->count;
      open.insert(open.end(), static_cast<std::size_t>((*first)->count - claim(**first)), *first);
    }
    return open;
  }

  int claim(const Part& part) {
    int claimed = 0;
    for (std::size_t i = 0; i < found_.size() && claimed < part.count; ++i) {
      if (taken_[i]) continue;
      const auto match = fit(part, found_[i]);
      if (!match.fits()) continue;
      taken_[i] = true;
      ++claimed;
      for (const auto& what : match.unknown)
        verdict_.unknown.push_back(what + " of " + found_[i].subject.text());
    }
    verdict_.matched += claimed;
    return claimed;
  }

  bool explain(const Part& part, int at_least) {
    std::size_t best = found_.size();
    int score = at_least - 1;
    for (std::size_t i = 0; i < found_.size(); ++i)
      if (const int near = taken_[i] ? 0 : nearness(fit(part, found_[i])); near > score)
        best = i, score = near;
    if (best == found_.size()) return false;
    taken_[best] = true;
    const auto match = fit(part, found_[best]);
    const bool moved = match.same_serial && match.differences.size() == 1 && !match.same_slot;
    verdict_.deviations.push_back({moved ? Deviation::Kind::moved : Deviation::Kind::other, &part,
                                   &found_[best], match.differences});
    return true;
  }

  std::vector<const Part*> wanted_;
  const std::vector<FoundPart>& found_;
  std::vector<bool> taken_;
  PartsVerdict verdict_;
};

}  // namespace

PartFit fit(const Part& wanted, const FoundPart& found) {
  PartFit fit;
  compare_text("serial", wanted.serial, found.serial, fit, &fit.same_serial);
  compare_text("slot", wanted.slot, found.slot, fit, &fit.same_slot);
  compare_text("model", wanted.model, found.model, fit, &fit.same_model);
  compare_text("firmware", wanted.firmware, found.firmware, fit);
  auto id = wanted.pci_id;
  if (id) id = lower(*id);
  bool same_id = false;
  compare_text("PCI id", id, found.pci_id, fit, &same_id);
  fit.same_model = fit.same_model || same_id;
  compare_bytes(wanted, found, fit);
  return fit;
}

std::string part_text(const Part& part) {
  auto text = fmt::format("{} x {}", part.count, part.kind);
  if (part.model)
    text += " " + *part.model;
  else if (part.pci_id)
    text += " " + *part.pci_id;
  if (part.bytes) text += ", " + bytes_text(*part.bytes);
  if (part.firmware) text += ", firmware " + *part.firmware;
  if (part.slot) text += ", slot " + *part.slot;
  if (part.serial) text += ", serial " + *part.serial;
  return text;
}

PartsVerdict match_parts(const std::vector<const Part*>& wanted,
                         const std::vector<FoundPart>& found) {
  return Matcher(wanted, found).run();
}

}  // namespace gpuproof
