// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/memory/error_counts.h"

#include <fmt/core.h>

#include <algorithm>

namespace gpuproof {
namespace {

using Count = Fact<std::uint64_t>;

const EdacController* find(const std::vector<EdacController>* controllers, std::size_t index,
                           const std::string& name) {
  if (!controllers || index >= controllers->size()) return nullptr;
  const auto& same = (*controllers)[index];  // several may bear one name: the place decides
  return same.name == name ? &same : nullptr;
}

const EdacDimm* find(const EdacController* controller, const EdacDimm& wanted) {
  if (controller)
    for (const auto& dimm : controller->dimms)
      if (dimm.label == wanted.label && dimm.location == wanted.location) return &dimm;
  return nullptr;
}

std::uint64_t gain(const Count* before, const Count& now, MemoryErrors& errors) {
  if (now.is_unreadable()) errors.unreadable = true;
  if (!now) return 0;
  const auto start = before ? before->value_or(0) : 0;
  if (*now < start) errors.reset = true;
  return *now < start ? 0 : *now - start;
}

// Drivers differ in which sum is whole: the controller's or that of its modules.
std::uint64_t all_uncorrected(const EdacController& controller) {
  std::uint64_t of_modules = 0;
  for (const auto& dimm : controller.dimms) of_modules += dimm.uncorrected.value_or(0);
  return std::max(controller.uncorrected.value_or(0), of_modules);
}

void note(MemoryErrors& errors, const std::string& place, std::uint64_t corrected,
          std::uint64_t uncorrected) {
  if (corrected + uncorrected == 0) return;
  errors.labels.push_back(place);
  errors.places.push_back(
      fmt::format("{}: {} corrected, {} uncorrected", place, corrected, uncorrected));
}

}  // namespace

MemoryErrors memory_errors(const std::vector<EdacController>* before,
                           const std::vector<EdacController>& now) {
  MemoryErrors errors;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto* earlier = find(before, i, now[i].name);
    const auto corrected = gain(earlier ? &earlier->corrected : nullptr, now[i].corrected, errors);
    const auto uncorrected =
        gain(earlier ? &earlier->uncorrected : nullptr, now[i].uncorrected, errors);
    std::uint64_t dimm_corrected = 0, dimm_uncorrected = 0;
    for (const auto& dimm : now[i].dimms) {
      const auto* was = find(earlier, dimm);
      const auto ce = gain(was ? &was->corrected : nullptr, dimm.corrected, errors);
      const auto ue = gain(was ? &was->uncorrected : nullptr, dimm.uncorrected, errors);
      note(errors, dimm.label.empty() ? dimm.location : dimm.label, ce, ue);
      dimm_corrected += ce, dimm_uncorrected += ue;
    }
    // The controller counts errors of unknown place too; drivers differ in which sum is whole.
    errors.corrected += std::max(corrected, dimm_corrected);
    errors.uncorrected += std::max(uncorrected, dimm_uncorrected);
    if (corrected > dimm_corrected || uncorrected > dimm_uncorrected)
      note(errors, now[i].name + ", place unknown", corrected - std::min(corrected, dimm_corrected),
           uncorrected - std::min(uncorrected, dimm_uncorrected));
  }
  if (before && !errors.reset)
    for (const auto& controller : *before) errors.earlier_uncorrected += all_uncorrected(controller);
  return errors;
}

}  // namespace gpuproof
