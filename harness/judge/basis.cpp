// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether every part under test was judged, and on what ground.
#include <algorithm>

#include "harness/judge/summary.h"

namespace gpuproof {
namespace {

// A waiver settles what to do about a figure; it is no evidence that there was one.
bool is_judged_figure(const Item& item) {
  return item.judged && is_judged(item.before_waiver.value_or(item.outcome));
}

// Empty stands for the host: metrics without the label gpu.
bool speaks_of(const Item& item, const std::string& gpu) {
  const auto labels = Key::parse(item.key).labels;
  const auto label = labels.find("gpu");
  return gpu.empty() ? label == labels.end() : label != labels.end() && label->second == gpu;
}

std::vector<std::string> subjects(const RunView& view) {
  std::vector<std::string> found;
  for (const auto& gpu : view.gpus.gpus)
    if (gpu.under_test) found.push_back(gpu.index);
  if (found.empty()) found.push_back("");
  return found;
}

bool is_gemm_or_memory(const Item& item, bool host) {
  const auto key = Key::parse(item.key);
  if (!host) return key.family() == "gemm" || key.family() == "memory";
  constexpr std::string_view names[] = {"host/gemm", "host/read", "host/copy", "host/triad",
                                        "host/latency"};
  return std::find(std::begin(names), std::end(names), key.name) != std::end(names);
}

bool stands_on_evidence(const Item& item, bool host) {
  if (!is_judged_figure(item) || !is_gemm_or_memory(item, host)) return false;
  const auto kind = item.judged->expectation.kind;
  return kind == ExpectationKind::measured || kind == ExpectationKind::learned ||
         kind == ExpectationKind::contract;
}

}  // namespace

std::vector<std::string> unjudged_subjects(const RunView& view, const std::vector<Item>& items) {
  std::vector<std::string> unjudged;
  for (const auto& gpu : subjects(view))
    if (std::none_of(items.begin(), items.end(), [&](const auto& item) {
          return is_judged_figure(item) && speaks_of(item, gpu);
        }))
      unjudged.push_back(gpu.empty() ? "host" : gpu);
  return unjudged;
}

Basis basis_of(const RunView& view, const std::vector<Item>& items) {
  const auto all = subjects(view);
  const bool measured = std::all_of(all.begin(), all.end(), [&](const auto& gpu) {
    return std::any_of(items.begin(), items.end(), [&](const auto& item) {
      return speaks_of(item, gpu) && stands_on_evidence(item, gpu.empty());
    });
  });
  return measured ? Basis::measured : Basis::derived;
}

}  // namespace gpuproof
