// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Kernel log lines about the bus: windows without room, links that went down, devices that do not
// answer.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/base/text.h"
#include "harness/checks/gpu/loss.h"
#include "harness/checks/gpu/under_test.h"
#include "harness/checks/kernel_log/xid_events.h"

namespace gpuproof {
namespace {

struct BusSign {
  const char* part;
  const char* with;  // must stand in the line too
  const char* what;
  const char* remedy;
  bool lost;  // the device left the bus; else it was never set up right
};

constexpr const char* seat = "check seating, power cables and the riser; then swap slots";
constexpr const char* decode =
    "turn on 'Above 4G decoding' in the BIOS, update the BIOS, or remove cards that need windows";

// From pci, pciehp, DPC and NVRM messages of Linux 4.x to 6.x.
constexpr BusSign signs[] = {
    {"fallen off the bus", "", "fell off the PCIe bus", seat, true},
    {"Link Down", "pciehp", "its link went down", seat, true},
    {"Card not present", "pciehp", "its card is no longer present", seat, true},
    {"containment event", "DPC", "its link was cut off after an error (DPC)", seat, true},
    {"giving up", "FLR", "it did not come back from a reset", seat, true},
    {"device inaccessible", "", "it cannot be reached in its power state", seat, true},
    {"assigned to your NVIDIA device is invalid", "NVRM", "a memory window has no address", decode,
     false},
};

bool is_window_failure(std::string_view text) {
  return contains(text, "BAR") &&
         (contains(text, "can't assign") || contains(text, "no space for") ||
          contains(text, "failed to assign"));
}

// "BAR 1 [mem ...]: assigned" takes a failure of the same window back: the kernel tries twice.
bool is_window_assigned(std::string_view text) {
  return contains(text, "BAR") && contains(text, ": assigned") && !contains(text, "can't");
}

// "BAR 1", "BAR1": which window.
std::string window_of(std::string_view text) {
  const auto at = text.find("BAR");
  auto digits = trim(text.substr(at + 3));
  return "BAR " + std::string(digits.substr(0, digits.find_first_not_of("0123456789")));
}

// Only memory windows of the devices under test count: bridges ask for more than they need, and
// nothing here uses I/O ports.
bool window_matters(const CheckContext& c, const std::string& address, std::string_view text) {
  const auto* device = c.now.pci.find(address);
  const bool memory = !contains(text, "[io");
  return memory && device && (is_nvidia_gpu(*device) || is_nvme(*device) || is_network(*device));
}

struct BusFinding {
  std::string what, remedy;
  bool lost = false;
  std::vector<std::string> lines;
};

using ByDevice = std::map<std::string, BusFinding>;

void note_window(const CheckContext& c, const LogLine& line,
                 std::map<std::pair<std::string, std::string>, std::string>& failed) {
  const auto address = pci_address_in(line.text);
  if (!address || !window_matters(c, *address, line.text)) return;
  const std::pair key{*address, window_of(line.text)};
  if (is_window_failure(line.text))
    failed[key] = line.text;
  else if (is_window_assigned(line.text))
    failed.erase(key);
}

void note_sign(const LogLine& line, ByDevice& found) {
  for (const auto& sign : signs) {
    if (!contains(line.text, sign.part) || !contains(line.text, sign.with)) continue;
    auto& finding = found[pci_address_in(line.text).value_or("")];
    if (finding.what.empty() || (sign.lost && !finding.lost)) {
      finding.what = sign.what;
      finding.remedy = sign.remedy;
      finding.lost = sign.lost;
    }
    if (finding.lines.size() < 5) finding.lines.push_back(line.text);
    return;
  }
}

ByDevice collect(const CheckContext& c) {
  ByDevice found;
  std::map<std::pair<std::string, std::string>, std::string> failed;
  for (const auto& line : c.now.kernel_log->lines) {
    if (line.earlier_boot) continue;
    note_window(c, line, failed);
    note_sign(line, found);
  }
  for (const auto& [key, text] : failed) {
    auto& finding = found[key.first];
    if (finding.what.empty()) finding = {"a memory window has no address", decode, false, {}};
    finding.lines.push_back(text);
  }
  return found;
}

bool is_of_interest(const PciDevice& d) { return is_nvidia_gpu(d) || is_nvme(d) || is_network(d); }

// Whether the device is one of interest or leads to one, now or before.
bool matters(const CheckContext& c, const std::string& address) {
  for (const auto* snapshot : {&c.now, c.input.before}) {
    if (!snapshot || !snapshot->pci.devices) continue;
    for (const auto& device : *snapshot->pci.devices) {
      if (!is_of_interest(device)) continue;
      if (device.address == address) return true;
      for (const auto* port : ports_above(*snapshot, device))
        if (port->address == address) return true;
    }
  }
  return false;
}

// Docks and readers that someone pulls are no fault of what is under test.
Outcome weight(const CheckContext& c, const std::string& address, const BusFinding& finding,
               const LostGpu* loss) {
  return !finding.lost || loss || matters(c, address) ? Outcome::fail : Outcome::warn;
}

// The GPU that this device or port leads to, where that GPU was lost: one incident.
const LostGpu* incident_of(const CheckContext& c, const std::vector<LostGpu>& lost,
                           const std::string& address) {
  for (const auto& loss : lost) {
    const auto path = path_to(c, loss.address);
    if (std::find(path.begin(), path.end(), address) != path.end()) return &loss;
  }
  return nullptr;
}

void report(CheckContext& c, const std::string& address, const BusFinding& finding,
            const std::vector<LostGpu>& lost) {
  const auto* device = c.now.pci.find(address);
  Subject subject = c.machine();
  if (device)
    subject = c.subject(*device);
  else if (!address.empty())
    subject = {.kind = "PCI device", .place = address, .pci_address = address};
  Finding f{.observed = finding.what,
            .expected = "no such line",
            .remedy = finding.remedy,
            .who = Who::builder,
            .evidence = finding.lines};
  if (!address.empty()) f.labels = gpu_labels(c, address);
  const auto* loss = incident_of(c, lost, address);
  if (loss) f.cause = loss->cause;
  if (weight(c, address, finding, loss) == Outcome::fail)
    c.fail(subject, std::move(f));
  else
    c.warn(subject, std::move(f));
}

void bus(CheckContext& c) {
  if (c.now.kernel_log.is_absent())
    return c.skip(SkipKind::not_observable, c.machine(), {.observed = "there is no kernel log"});
  if (!c.readable(c.now.kernel_log, c.machine())) return;
  const auto found = collect(c);
  const auto lost = lost_gpus(c);
  for (const auto& [address, finding] : found) report(c, address, finding, lost);
  if (!found.empty()) return;
  const auto& log = *c.now.kernel_log;
  Finding f{.observed = "no such line in this boot", .expected = "no such line"};
  if (const auto gap = log_gap(log, 1'000'000, log.covers_to_us.value_or(-1)); !gap.empty()) {
    f.observed = "nothing seen, but " + gap;
    f.remedy = "run as root, or keep the kernel log in a file";
    f.who = Who::admin;
    return c.skip(SkipKind::not_observable, c.machine(), std::move(f));
  }
  c.pass(c.machine(), std::move(f));
}

const Register<Check> registered{{.name = "kernel_log/bus",
                                  .about = "Kernel log about the PCIe bus",
                                  .why = "Devices without a memory window or with a link that "
                                         "dropped fail later in ways that name no cause.",
                                  .run = bus}};

}  // namespace
}  // namespace gpuproof
