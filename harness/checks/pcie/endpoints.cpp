// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/pcie/endpoints.h"

#include <algorithm>
#include <map>
#include <set>

#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

bool has_link(const PciDevice& d) {
  return d.width || d.max_width || d.speed_gts || d.max_speed_gts || d.width.is_unreadable();
}

void add_others(const CheckContext& c, std::vector<LinkEnd>& ends) {
  std::set<std::string> links;  // port above, or bus and device number below a host bridge
  std::vector<const PciDevice*> others;
  for (const auto& device : *c.now.pci.devices)
    if ((is_nvme(device) || is_network(device)) && has_link(device)) others.push_back(&device);
  std::sort(others.begin(), others.end(), [](auto* a, auto* b) { return a->address < b->address; });
  for (const auto* device : others) {
    const auto link = device->parent.empty() ? device->address.substr(0, device->address.rfind('.'))
                                             : device->parent;
    if (!links.insert(link).second) continue;
    ends.push_back({.address = device->address,
                    .device = device,
                    .port = c.now.pci.find(device->parent),
                    .labels = {{"device", device->address}},
                    .subject = c.subject(*device)});
  }
}

void lower_limit(std::optional<LinkLimit>& limit, double value, const char* by) {
  if (!limit || value < limit->value) limit = LinkLimit{value, by};
}

}  // namespace

std::vector<LinkEnd> gpu_ends(const CheckContext& c) {
  std::vector<LinkEnd> ends;
  for (auto& gpu : gpus_under_test(c))
    ends.push_back({.address = gpu.address,
                    .device = gpu.device,
                    .port = gpu.device ? c.now.pci.find(gpu.device->parent) : nullptr,
                    .gpu = gpu.facts,
                    .is_gpu = true,
                    .labels = gpu.labels,
                    .subject = gpu.subject});
  return ends;
}

std::vector<LinkEnd> link_ends(const CheckContext& c) {
  auto ends = gpu_ends(c);
  if (c.now.pci.devices) add_others(c, ends);
  return ends;
}

bool bus_readable(CheckContext& c) {
  if (!c.now.pci.devices.is_unreadable()) return true;
  c.readable(c.now.pci.devices, c.machine());
  return false;
}

bool is_lane_count(int width) {
  constexpr int counts[] = {1, 2, 4, 8, 12, 16, 32};
  return std::find(std::begin(counts), std::end(counts), width) != std::end(counts);
}

std::optional<LinkLimit> width_limit(const CheckContext& c, const LinkEnd& end) {
  std::optional<LinkLimit> limit;
  const auto consider = [&](const Fact<int>& lanes, const char* by) {
    if (lanes && is_lane_count(*lanes)) lower_limit(limit, *lanes, by);
  };
  if (end.device) consider(end.device->max_width, "the card");
  if (end.port) consider(end.port->max_width, "the port");
  if (end.gpu) consider(end.gpu->pcie_width_max, "card and slot, as NVML says");
  if (c.now.smbios)
    for (const auto& slot : c.now.smbios->slots)
      if (slot.pci_address.is(end.address)) consider(slot.lanes, "the slot");
  return limit;
}

std::optional<LinkLimit> generation_limit(const LinkEnd& end) {
  std::optional<LinkLimit> limit;
  const auto consider = [&](const Fact<int>& generation, const char* by) {
    if (generation && *generation > 0) lower_limit(limit, *generation, by);
  };
  const auto of = [](const PciDevice* d) {
    return d && d->max_speed_gts ? Fact<int>(pcie_generation(*d->max_speed_gts)) : Fact<int>();
  };
  consider(of(end.device), "the card");
  consider(of(end.port), "the port");
  if (end.gpu) {
    consider(end.gpu->pcie_generation_device_max, "the card");
    consider(end.gpu->pcie_generation_host_max, "the host's port");
    consider(end.gpu->pcie_generation_max, "card and slot, as NVML says");
  }
  return limit;
}

std::optional<int> mode_under_load(const LinkEnd& end, Fact<int> GpuSample::*member) {
  std::map<int, int> times;
  if (end.gpu)
    for (const auto& sample : end.gpu->samples)
      if (sample.when == "load" && sample.*member) ++times[*(sample.*member)];
  // Among equally frequent values the lower one: doubt never speaks for the part.
  const auto most = std::max_element(times.begin(), times.end(),
                                     [](auto& a, auto& b) { return a.second < b.second; });
  return most == times.end() ? std::nullopt : std::optional(most->first);
}

double potential_gbs(const LinkEnd& end) {
  if (!end.device || !end.device->max_speed_gts || !end.device->max_width) return 0;
  double gts = *end.device->max_speed_gts;
  int width = *end.device->max_width;
  if (end.port && end.port->max_speed_gts) gts = std::min(gts, *end.port->max_speed_gts);
  if (end.port && end.port->max_width && is_lane_count(*end.port->max_width))
    width = std::min(width, *end.port->max_width);
  return pcie_generation(gts) && is_lane_count(width) ? link_gbs(gts, width) : 0;
}

}  // namespace gpuproof
