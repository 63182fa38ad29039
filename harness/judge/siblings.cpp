// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// GPUs of one model in one machine do nearly the same: one that does not stands out, even above
// the floor. A machine whose GPUs are all slow shows nothing here; the floor catches that.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/judge/items.h"

namespace gpuproof {
namespace {

// Healthy cards of one model lie within 5 % (data centre) of each other; where they spread more
// (GeForce: 7 %), the spread itself widens the band.
constexpr double least_band = 0.05;
constexpr double least_band_latency = 0.10;
constexpr double band_in_deviations = 4;
constexpr double mad_to_sigma = 1.4826;
constexpr std::size_t least_siblings = 3;  // of two that differ, nobody can say which is wrong

struct Member {
  Item* item = nullptr;
  std::string gpu;
};

double middle(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

bool lower_is_better(const RunView& view, const std::string& key) {
  for (const auto& line : view.run.journal.lines)
    if (line.result)
      for (const auto& figure : line.result->metrics)
        if (figure.key == key) return figure.metric.better == Better::lower;
  return false;
}

// Pairs of GPUs and rings have classes of their own.
bool compares(const Key& key) {
  return key.labels.contains("gpu") && !key.labels.contains("peer") && !key.is_integrity() &&
         key.family() != "gpu" && key.family() != "pcie";
}

const GpuSeen* seen(const RunView& view, const std::string& index) {
  for (const auto& gpu : view.gpus.gpus)
    if (gpu.index == index && gpu.under_test) return &gpu;
  return nullptr;
}

// Model: the name, or vendor:device where no driver gives one.
std::string model_of(const RunView& view, const GpuSeen& gpu) {
  if (!gpu.name.empty()) return gpu.name;
  const auto* device = view.run.before.pci.find(gpu.address);
  return device ? fmt::format("{:04x}:{:04x}", device->vendor, device->device) : "";
}

std::map<std::string, std::vector<Member>> groups(const RunView& view, std::vector<Item>& items) {
  std::map<std::string, std::vector<Member>> found;
  for (auto& item : items) {
    auto key = Key::parse(item.key);
    if (!item.figure || !std::isfinite(item.figure->value) || !(item.figure->value > 0) ||
        !compares(key) || item.outcome == Outcome::error || item.outcome == Outcome::inconclusive)
      continue;
    const auto index = key.labels.at("gpu");
    const auto* gpu = seen(view, index);
    if (!gpu) continue;
    key.labels.erase("gpu");
    found[key.text() + " " + model_of(view, *gpu)].push_back({&item, index});
  }
  return found;
}

struct Outliers {
  std::map<std::string, std::vector<std::string>> told;  // by GPU, one line a metric
  std::set<std::string> compared;
};

void compare(const RunView& view, const std::vector<Member>& group, Outliers& outliers) {
  if (group.size() < least_siblings) return;
  std::vector<double> values, deviations;
  for (const auto& member : group) values.push_back(member.item->figure->value);
  const double centre = middle(values);
  for (const double value : values) deviations.push_back(std::fabs(value - centre));
  const bool lower = lower_is_better(view, group.front().item->key);
  const double band = std::max(lower ? least_band_latency : least_band,
                               band_in_deviations * mad_to_sigma * middle(deviations) / centre);
  for (const auto& member : group) {
    outliers.compared.insert(member.gpu);
    auto& item = *member.item;
    const double behind = lower ? item.figure->value / centre - 1 : 1 - item.figure->value / centre;
    if (behind <= band) continue;
    const auto text =
        fmt::format("{:.0f} % behind the median of its {} siblings ({} {})", 100 * behind,
                    group.size() - 1, figure_text(centre), item.figure->unit);
    outliers.told[member.gpu].push_back(item.key + ": " + text);
    item.evidence.push_back(text);
    if (item.outcome != Outcome::pass && item.skip != SkipKind::no_expectation) continue;
    item.outcome = Outcome::warn;
    item.skip = SkipKind::none;
    item.finding = fmt::format("{}: {} measured {}, {}; compare slot, cooling and power.",
                               item.subject.text(), item.key, item.observed, text);
  }
}

Item outlier_item(const RunView& view, const std::string& gpu, const Outliers& outliers) {
  const Key key{"gpu/sibling_outlier", {{"gpu", gpu}}};
  Item item{.key = key.text(), .subject = view.subject(key), .outcome = Outcome::pass};
  item.why = "A part that falls behind its like is about to fail, or is fitted wrongly.";
  const auto told = outliers.told.find(gpu);
  if (told == outliers.told.end()) {
    item.observed = "within the band of its siblings";
    item.finding = item.subject.text() + " does what its siblings of the same model do.";
    return item;
  }
  item.outcome = Outcome::fail;
  item.evidence = told->second;
  item.observed = told->second.front();
  item.remedy = "Swap it with a sibling: if the loss moves with the card, replace the card.";
  item.who = Who::builder;
  item.finding = fmt::format("{} falls behind its siblings in {} figure{}. {}", item.subject.text(),
                             told->second.size(), told->second.size() == 1 ? "" : "s", item.remedy);
  return item;
}

}  // namespace

void compare_siblings(const RunView& view, std::vector<Item>& items) {
  Outliers outliers;
  for (const auto& [metric, group] : groups(view, items)) compare(view, group, outliers);
  for (const auto& gpu : outliers.compared) items.push_back(outlier_item(view, gpu, outliers));
}

}  // namespace gpuproof
