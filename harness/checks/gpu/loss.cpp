// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/gpu/loss.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/gpu/under_test.h"
#include "harness/checks/kernel_log/xid_events.h"

namespace gpuproof {
namespace {

const GpuDevice* facts_at(const Snapshot& s, const std::string& address) {
  if (s.gpu.devices)
    for (const auto& gpu : *s.gpu.devices)
      if (gpu.pci_address == address) return &gpu;
  return nullptr;
}

// A card keeps its UUID when it moves to another slot; without UUIDs the address must do. Another
// card in its place is an exchange (inventory/parts), not a loss.
bool still_there(const Snapshot& now, const GpuView& gpu) {
  const bool know_uuids = gpu.facts && now.gpu.devices && !now.gpu.devices->empty();
  if (know_uuids)
    return std::any_of(now.gpu.devices->begin(), now.gpu.devices->end(), [&](const auto& d) {
      return d.uuid == gpu.facts->uuid || d.pci_address == gpu.address;
    });
  return !now.pci.devices || now.pci.find(gpu.address) != nullptr;
}

bool fell_off(const Snapshot& now, const std::string& address) {
  if (!now.kernel_log) return false;
  for (const auto& line : now.kernel_log->lines) {
    if (line.earlier_boot) continue;
    const auto xid = parse_xid(line.text);
    if (xid && xid->code == 79 && xid->address == address) return true;
    if (!xid && contains(line.text, "fallen off the bus") &&
        pci_address_in(line.text).value_or("").substr(0, 10) == address.substr(0, 10))
      return true;
  }
  return false;
}

// After a reset the GPU may be back: NVML opens it, or its configuration space answers.
bool answers_again(const Snapshot& now, const std::string& address) {
  if (const auto* facts = facts_at(now, address)) return !facts->open_error;
  const auto* device = now.pci.find(address);
  return device && device->config_all_ones.is(false) && !now.gpu.devices;
}

std::string how_lost(const CheckContext& c, const std::string& address) {
  const auto* device = c.now.pci.find(address);
  const auto* facts = facts_at(c.now, address);
  if (device && device->config_all_ones.is(true))
    return "its configuration space answers with all ones";
  if (facts && contains(facts->open_error.value_or(""), "GPU_IS_LOST"))
    return "NVML says it is lost";
  if (fell_off(c.now, address) && !answers_again(c.now, address)) return "it fell off the PCIe bus";
  return {};
}

void note_aer(const CheckContext& c, LostGpu& loss, bool& precursor, bool& link_down) {
  const auto path = path_to(c, loss.address);
  if (!c.now.kernel_log) return;
  for (const auto& line : c.now.kernel_log->lines) {
    if (line.earlier_boot) continue;
    const auto event = parse_aer(line.text);
    if (!event || std::find(path.begin(), path.end(), event->device) == path.end()) continue;
    if (event->severity == AerSeverity::corrected) precursor = true;
    if (event->severity == AerSeverity::fatal || contains(event->bit_name, "Surprise"))
      link_down = true;
    if (loss.evidence.size() < 6) loss.evidence.push_back(line.text);
  }
}

Fact<int> hottest(const CheckContext& c, const std::string& address) {
  Fact<int> highest;
  for (const auto* snapshot : {&c.now, c.input.before}) {
    const auto* facts = snapshot ? facts_at(*snapshot, address) : nullptr;
    if (!facts) continue;
    for (const auto& sample : facts->samples)
      if (sample.temperature_c && *sample.temperature_c > highest.value_or(-1))
        highest = sample.temperature_c;
  }
  return highest;
}

void explain(const CheckContext& c, LostGpu& loss) {
  bool precursor = false, link_down = false;
  note_aer(c, loss, precursor, link_down);
  const bool xid = fell_off(c.now, loss.address);
  std::vector<std::string> signs;
  if (precursor) signs.push_back("corrected PCIe errors came first (AER precursor)");
  if (xid) signs.push_back("Xid 79");
  const auto heat = hottest(c, loss.address);
  if (heat) signs.push_back(fmt::format("{} C", *heat));
  loss.cause = fmt::format("the {} GPU at {}",
                           link_down ? "PCIe link went down and took the" : "machine lost the",
                           loss.address);
  if (!signs.empty()) loss.cause += ": " + join(signs, ", ");
  loss.cause += "; one incident";
  if (xid)
    for (const auto& logged : logged_xids(c.now, nullptr))
      if (logged.event.code == 79 && logged.event.address == loss.address &&
          logged.period != LogScope::earlier_boot)
        loss.evidence.push_back(logged.line);
}

void add(const CheckContext& c, std::vector<LostGpu>& lost, LostGpu loss) {
  if (find_loss(lost, loss.address)) return;
  explain(c, loss);
  lost.push_back(std::move(loss));
}

LostGpu at_address(const CheckContext& c, const std::string& address, std::string how) {
  LostGpu loss{.address = address, .how = std::move(how)};
  loss.subject = {.kind = "GPU", .place = address, .pci_address = address};
  if (const auto* device = c.now.pci.find(address)) loss.subject = c.subject(*device);
  return loss;
}

}  // namespace

std::vector<std::string> path_to(const CheckContext& c, const std::string& address) {
  for (const auto* snapshot : {&c.now, c.input.before}) {
    const auto* device = snapshot ? snapshot->pci.find(address) : nullptr;
    if (!device) continue;
    std::vector<std::string> path{address};
    for (const auto* port : ports_above(*snapshot, *device)) path.push_back(port->address);
    return path;
  }
  return {address};
}

std::vector<LostGpu> lost_gpus(const CheckContext& c) {
  std::vector<LostGpu> lost;
  if (c.input.before && (c.now.pci.devices || c.now.gpu.devices))
    for (const auto& gpu : gpus_of(c, *c.input.before)) {
      if (!gpu.counted || still_there(c.now, gpu)) continue;
      auto loss = at_address(c, gpu.address, "it is no longer there");
      loss.subject = gpu.subject;
      if (gpu.facts) loss.uuid = gpu.facts->uuid;
      add(c, lost, std::move(loss));
    }
  for (const auto& gpu : gpus_under_test(c))
    if (auto how = how_lost(c, gpu.address); !how.empty()) {
      auto loss = at_address(c, gpu.address, std::move(how));
      loss.subject = gpu.subject;
      add(c, lost, std::move(loss));
    }
  for (const auto& logged : logged_xids(c.now, nullptr)) {
    const auto& address = logged.event.address;
    const bool judged = logged.event.code == 79 && logged.period != LogScope::earlier_boot;
    if (judged && !c.now.pci.find(address) && !facts_at(c.now, address))
      add(c, lost, at_address(c, address, "it fell off the PCIe bus"));
  }
  std::sort(lost.begin(), lost.end(), [](auto& a, auto& b) { return a.address < b.address; });
  return lost;
}

const LostGpu* find_loss(const std::vector<LostGpu>& lost, const std::string& address) {
  const auto found = std::find_if(lost.begin(), lost.end(),
                                  [&](const auto& loss) { return loss.address == address; });
  return found == lost.end() ? nullptr : &*found;
}

}  // namespace gpuproof
