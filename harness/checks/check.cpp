// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/check.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/base/units.h"

namespace gpuproof {
namespace {

// The finding where a check writes none: what was looked at, what it is, what to do.
std::string sentence(const Check& check, const Item& item) {
  auto text = fmt::format("{} of {}: {}", check.about, item.subject.text(), item.observed);
  const bool settled = item.outcome == Outcome::pass || item.outcome == Outcome::skip;
  if (!item.expected.empty() && !settled) text += ", expected " + item.expected;
  if (!item.remedy.empty() && !settled) text += "; " + item.remedy;
  return text + ".";
}

std::string wanted_text(const Setting& setting) {
  const auto value = setting.value + (setting.unit.empty() ? "" : " " + setting.unit);
  switch (setting.comparison) {
    case Comparison::at_least:
      return "at least " + value;
    case Comparison::at_most:
      return "at most " + value;
    case Comparison::contains:
      return "a text with " + value;
    case Comparison::one_of:
      return "one of " + value;
    case Comparison::equal:
      break;
  }
  return value;
}

std::optional<double> number_of(std::string_view text) {
  if (trim(text) == "unlimited") return std::numeric_limits<double>::infinity();
  return first_number(text);
}

std::optional<double> bytes_of(std::string_view text) {
  if (trim(text) == "unlimited") return std::numeric_limits<double>::infinity();
  if (!trim(text).ends_with('B')) return {};
  std::string packed;
  for (const auto word : words(text)) packed += word;
  const auto bytes = parse_bytes(packed);
  return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
}

// Sizes in bytes where both name a unit ("64 MiB" and "1 GiB"), else the numbers as they stand.
std::pair<std::optional<double>, std::optional<double>> comparable(std::string_view observed,
                                                                   std::string_view value) {
  const auto seen = bytes_of(observed), wanted = bytes_of(value);
  if (seen && wanted) return {seen, wanted};
  return {number_of(observed), number_of(value)};
}

// A number, with one word of unit at most: no text that merely begins with one ("3com").
bool is_figure(std::string_view text) {
  const auto parts = words(text);
  return !parts.empty() && parts.size() <= 2 && to_double(parts[0]).has_value();
}

}  // namespace

CheckContext::CheckContext(const Check& check, const CheckInput& in)
    : now(in.now), input(in), check_(check) {}

void CheckContext::add(Outcome outcome, SkipKind kind, const Subject& subject, Finding finding) {
  Item item;
  item.key = Key{check_.name, finding.labels}.text();
  item.subject = subject;
  item.outcome = outcome;
  item.skip = kind;
  item.finding = std::move(finding.finding);
  item.observed = std::move(finding.observed);
  item.expected = std::move(finding.expected);
  item.why = check_.why;
  item.cause = std::move(finding.cause);
  item.remedy = std::move(finding.remedy);
  item.who = finding.who;
  item.evidence = std::move(finding.evidence);
  if (auto note = superseded_note(); !note.empty()) item.evidence.push_back(std::move(note));
  if (item.finding.empty()) item.finding = sentence(check_, item);
  items_.push_back(std::move(item));
}

void CheckContext::pass(const Subject& s, Finding f) {
  add(Outcome::pass, SkipKind::none, s, std::move(f));
}
void CheckContext::warn(const Subject& s, Finding f) {
  add(Outcome::warn, SkipKind::none, s, std::move(f));
}
void CheckContext::fail(const Subject& s, Finding f) {
  add(Outcome::fail, SkipKind::none, s, std::move(f));
}
void CheckContext::error(const Subject& s, Finding f) {
  add(Outcome::error, SkipKind::none, s, std::move(f));
}
void CheckContext::inconclusive(const Subject& s, Finding f) {
  add(Outcome::inconclusive, SkipKind::none, s, std::move(f));
}
void CheckContext::skip(SkipKind kind, const Subject& s, Finding f) {
  add(Outcome::skip, kind, s, std::move(f));
}

void CheckContext::report_gap(bool unreadable, const std::string& why, const Subject& subject,
                              const std::string& absent, const Labels& labels) {
  const std::string what = unreadable       ? "cannot be read: " + why
                           : absent.empty() ? "this machine does not have it"
                                            : absent;
  skip(unreadable ? SkipKind::not_observable : SkipKind::not_applicable, subject,
       {.observed = what,
        .finding = fmt::format("{} of {}: {}.", check_.about, subject.text(), what),
        .labels = labels});
}

const Setting* CheckContext::setting() const {
  if (input.profile)
    for (const auto& setting : input.profile->settings)
      if (setting.check == check_.name && !setting.superseded_by) return &setting;
  return nullptr;
}

std::string CheckContext::superseded_note() const {
  if (input.profile)
    for (const auto& setting : input.profile->settings)
      if (setting.check == check_.name && setting.superseded_by)
        return fmt::format("{} ({}) asks for {}; today: {}{}", setting.source, setting.date,
                           wanted_text(setting), *setting.superseded_by,
                           setting.why ? ", as " + *setting.why : "");
  return {};
}

bool CheckContext::judge_setting(const Subject& subject, const std::string& observed, Finding f) {
  const auto* wanted = setting();
  if (!wanted) return false;
  if (f.observed.empty()) f.observed = observed;
  f.expected = wanted_text(*wanted);
  f.evidence.push_back(
      fmt::format("expected by {}: {} ({})", input.profile->id, wanted->source, wanted->date));
  if (setting_met(*wanted, observed))
    pass(subject, std::move(f));
  else
    fail(subject, std::move(f));
  return true;
}

void CheckContext::advise(const Subject& subject, bool good, Finding f) {
  const auto observed = f.observed;
  if (judge_setting(subject, observed, f)) return;
  if (good)
    pass(subject, std::move(f));
  else
    warn(subject, std::move(f));
}

void CheckContext::show(const Subject& subject, Finding f) {
  const auto observed = f.observed;
  if (!judge_setting(subject, observed, f)) skip(SkipKind::no_expectation, subject, std::move(f));
}

const Snapshot& CheckContext::at_rest() const {
  return input.window && input.before ? *input.before : now;
}

bool CheckContext::is_virtual() const {
  return now.platform.hypervisor || now.platform.wsl.is(true);
}

Subject CheckContext::machine() const {
  Subject subject{.kind = "machine"};
  if (now.smbios && now.smbios->system) {
    subject.model = now.smbios->system->product;
    subject.serial = now.smbios->system->serial;
  }
  subject.place = now.header.hostname.value_or("");
  return subject;
}

Subject CheckContext::processor() const {
  return {.kind = "processor", .model = now.cpu.model_name.value_or("")};
}

Subject CheckContext::subject(const PciDevice& device) const {
  Subject subject;
  subject.kind = is_nvidia_gpu(device) ? "GPU"
                 : is_nvme(device)     ? "drive"
                 : is_network(device)  ? "NIC"
                 : is_bridge(device)   ? "PCIe port"
                                       : "PCI device";
  subject.pci_address = device.address;
  subject.place = device.slot ? "in slot " + *device.slot : device.address;
  if (now.gpu.devices)
    for (const auto& gpu : *now.gpu.devices)
      if (gpu.pci_address == device.address) {
        subject.model = gpu.name;
        subject.serial = gpu.serial.value_or("");
        subject.uuid = gpu.uuid;
      }
  if (now.storage.devices)
    for (const auto& drive : *now.storage.devices)
      if (drive.kind == "disk" && drive.pci_address.is(device.address)) {
        subject.model = drive.model.value_or("");
        subject.serial = drive.serial.value_or("");
      }
  return subject;
}

Subject CheckContext::subject(const BlockDevice& drive) const {
  Subject subject{.kind = "drive", .place = drive.name};
  subject.model = drive.model.value_or("");
  subject.serial = drive.serial.value_or("");
  subject.pci_address = drive.pci_address.value_or("");
  return subject;
}

Subject CheckContext::subject(const Dimm& dimm) const {
  return {.kind = "DIMM", .place = dimm.locator, .model = dimm.part, .serial = dimm.serial};
}

Subject CheckContext::subject(const GpuDevice& gpu) const {
  if (const auto* device = now.pci.find(gpu.pci_address)) return subject(*device);
  return {.kind = "GPU",
          .place = gpu.pci_address,
          .model = gpu.name,
          .serial = gpu.serial.value_or(""),
          .uuid = gpu.uuid,
          .pci_address = gpu.pci_address};
}

std::vector<std::string> gpu_addresses(const Snapshot& snapshot) {
  std::vector<std::string> addresses;
  for (const auto* gpu : nvidia_gpus(snapshot)) addresses.push_back(gpu->address);
  if (addresses.empty() && snapshot.gpu.devices)
    for (const auto& gpu : *snapshot.gpu.devices) addresses.push_back(gpu.pci_address);
  std::sort(addresses.begin(), addresses.end());
  return addresses;
}

std::string CheckContext::gpu_index(const std::string& pci_address) const {
  const auto addresses = gpu_addresses(input.window && input.before ? *input.before : now);
  const auto found = std::find(addresses.begin(), addresses.end(), pci_address);
  return found == addresses.end() ? "" : std::to_string(found - addresses.begin());
}

bool setting_met(const Setting& setting, const std::string& observed) {
  const auto value = setting.unit.empty() ? setting.value : setting.value + " " + setting.unit;
  const auto [seen, wanted] = comparable(observed, value);
  switch (setting.comparison) {
    case Comparison::at_least:
      return seen && wanted && *seen >= *wanted;
    case Comparison::at_most:
      return seen && wanted && *seen <= *wanted;
    case Comparison::equal:
      return trim(observed) == trim(setting.value) || trim(observed) == trim(value) ||
             (is_figure(observed) && is_figure(value) && seen == wanted);
    case Comparison::contains:
      return contains(observed, setting.value);
    case Comparison::one_of:
      break;
  }
  const auto choices = split(setting.value, '|');
  return std::any_of(choices.begin(), choices.end(),
                     [&](auto choice) { return trim(choice) == trim(observed); });
}

std::vector<Item> run_check(const Check& check, const CheckInput& input) {
  CheckContext context(check, input);
  try {
    check.run(context);
  } catch (const std::exception& e) {  // the check wrapper: one broken check ends only itself
    context.error(context.machine(), {.observed = e.what(),
                                      .finding = "The check " + check.name + " itself failed: " +
                                                 e.what() + "; please report this.",
                                      .who = Who::vendor});
  }
  return context.take();
}

std::vector<Item> run_checks(const CheckInput& input) {
  std::vector<Item> items;
  for (const auto* check : Registry<Check>::instance().all())
    for (auto& item : run_check(*check, input)) items.push_back(std::move(item));
  return items;
}

std::vector<const PciDevice*> nvidia_gpus(const Snapshot& snapshot) {
  std::vector<const PciDevice*> gpus;
  if (snapshot.pci.devices)
    for (const auto& device : *snapshot.pci.devices)
      if (is_nvidia_gpu(device)) gpus.push_back(&device);
  std::sort(gpus.begin(), gpus.end(), [](auto* a, auto* b) { return a->address < b->address; });
  return gpus;
}

std::vector<const PciDevice*> ports_above(const Snapshot& snapshot, const PciDevice& device) {
  std::vector<const PciDevice*> ports;
  for (auto* port = snapshot.pci.find(device.parent); port && ports.size() < 32;
       port = snapshot.pci.find(port->parent))
    ports.push_back(port);
  return ports;
}

std::string link_text(const Fact<double>& speed, const Fact<int>& width) {
  const auto generation = speed ? pcie_generation(*speed) : 0;
  const auto lanes = width ? fmt::format("x{}", *width) : std::string("x?");
  return generation ? fmt::format("Gen{} {}", generation, lanes) : "Gen? " + lanes;
}

}  // namespace gpuproof
