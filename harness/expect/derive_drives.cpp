// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Drives: what the maker says of the model, as far as the link it sits on lets through. An array
// that stripes gets the sum of its members under its own name.
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "data_files.h"
#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/expect/derive.h"
#include "harness/facts/pci_link.h"
#include "harness/facts/storage_stack.h"
#include "harness/record/key.h"

namespace gpuproof {
namespace {

// Share of a link's payload rate that reads reach: packet headers take the rest. A Gen3 x4 slot
// (3.94 GB/s) gives 3.3 to 3.5, a Gen4 x4 slot (7.88) up to 7.45.
constexpr double link_share = 0.9;

std::optional<double> link_rate(const Snapshot& snapshot, const BlockDevice& drive) {
  const auto* device = drive.pci_address ? snapshot.pci.find(*drive.pci_address) : nullptr;
  if (!device || !device->speed_gts || !device->width) return std::nullopt;
  return link_gbs(*device->speed_gts, *device->width);
}

// A rate of the link in the unit of the figure; reads of random_read are 4 KiB.
double in_unit(double gbs, const std::string& unit) {
  return unit == "kIOPS" ? gbs * 1e6 / 4096 : gbs;
}

void cap_by_link(Expectation& e, double gbs) {
  const double reach = in_unit(gbs * link_share, e.unit);
  if (reach < e.value) {
    e.why = fmt::format("the link carries {} GB/s, so the {} {} of the model are out of reach",
                        figure_text(gbs), figure_text(e.value), e.unit);
    e.value = reach;
  }
  e.ceiling = in_unit(gbs, e.unit) * 1.02;
}

Expectation expectation_of(const DriveFigure& figure, const std::string& drive) {
  Expectation e;
  auto key = Key::parse(figure.key, "drives.json");
  key.labels["drive"] = drive;
  e.key = key.text();
  e.value = figure.value;
  e.unit = figure.unit;
  e.floor_ratio = figure.floor_ratio;
  e.kind = figure.kind;
  // A figure of the model was taken on a raw, fresh drive; ours goes through a file.
  e.required = Required::no;
  e.source = figure.source + ", " + figure.url;
  e.date = figure.date;
  e.stack = figure.conditions;
  e.confidence = figure.confidence;
  return e;
}

std::vector<Expectation> of_disk(const Snapshot& snapshot, const BlockDevice& drive) {
  std::vector<Expectation> expectations;
  if (!drive.model) return expectations;
  const auto gbs = link_rate(snapshot, drive);
  for (const auto& figure : shipped_drive_figures().drives) {
    if (!glob_match(figure.model, *drive.model)) continue;
    auto e = expectation_of(figure, drive.name);
    if (gbs) cap_by_link(e, *gbs);
    expectations.push_back(std::move(e));
  }
  return expectations;
}

bool stripes(const BlockDevice& device) {
  return device.kind == "md" && device.raid_level && device.raid_level->ends_with("0") &&
         !device.raid_level->ends_with("10");
}

std::string without_drive(const std::string& text) {
  auto key = Key::parse(text);
  key.labels.erase("drive");
  return key.text();
}

std::vector<Expectation> of_array(const Snapshot& snapshot, const BlockDevice& array) {
  const auto disks = disks_below(snapshot.storage, array);
  std::map<std::string, std::vector<Expectation>> by_metric;
  for (const auto* disk : disks)
    for (auto& e : of_disk(snapshot, *disk))
      by_metric[without_drive(e.key)].push_back(std::move(e));
  std::vector<Expectation> sums;
  for (auto& [metric, members] : by_metric) {
    if (disks.size() < 2 || members.size() != disks.size()) continue;  // a member is unknown
    auto sum = members.front();
    auto key = Key::parse(metric);
    key.labels["drive"] = array.name;
    sum.key = key.text();
    for (std::size_t i = 1; i < members.size(); ++i) {
      sum.value += members[i].value;
      if (sum.ceiling && members[i].ceiling)
        *sum.ceiling += *members[i].ceiling;
      else
        sum.ceiling.reset();
    }
    sum.why = fmt::format("sum of the {} members of {}", disks.size(), array.name);
    sums.push_back(std::move(sum));
  }
  return sums;
}

std::vector<Expectation> derive(const Snapshot& snapshot, std::vector<std::string>& why_not) {
  std::vector<Expectation> all;
  if (!snapshot.storage.devices) return all;
  for (const auto& device : *snapshot.storage.devices) {
    const bool disk = device.kind == "disk" && device.transport.is("nvme");
    if (!disk && !stripes(device)) continue;
    auto found = disk ? of_disk(snapshot, device) : of_array(snapshot, device);
    if (found.empty())
      why_not.push_back(fmt::format("no public figure of {} ({}) is known", device.name,
                                    device.model.value_or(device.kind)));
    for (auto& e : found) all.push_back(std::move(e));
  }
  return all;
}

const Register<Derivation> registered{
    {.name = "drives",
     .about = "NVMe drives from figures of their model, capped by their link",
     .derive = derive}};

}  // namespace

const DriveFigures& shipped_drive_figures() {
  static const DriveFigures figures = [] {
    for (const auto& [name, text] : embedded::data_files)
      if (name == "drives.json") return decode_text<DriveFigures>(text, std::string(name));
    throw std::logic_error("drives.json is not in this binary");
  }();
  return figures;
}

}  // namespace gpuproof
