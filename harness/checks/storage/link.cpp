// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Width and generation of the link of every NVMe drive, against the drive and its slot.
#include <fmt/core.h>

#include <algorithm>

#include "harness/checks/check.h"
#include "harness/checks/storage/drive_link.h"
#include "harness/checks/storage/nvme_drives.h"

namespace gpuproof {
namespace {

struct DriveLink {
  Link seen, wanted, slot;
  bool from_profile = false;
};

DriveLink compare(CheckContext& c, const PciDevice& drive) {
  DriveLink link{.seen = link_of(drive.speed_gts, drive.width),
                 .wanted = link_of(drive.max_speed_gts, drive.max_width)};
  const auto ports = ports_above(c.now, drive);
  if (!ports.empty()) link.slot = link_of(ports[0]->max_speed_gts, ports[0]->max_width);
  if (const auto* setting = c.setting())
    if (const auto wanted = parse_link(setting->value)) {
      link.wanted = *wanted;
      link.from_profile = true;
    }
  return link;
}

// What drive and slot can do together. Lanes that a profile asks for must be there.
Link within_reach(const DriveLink& link) {
  auto reach = link.wanted;
  if (link.slot.width > 0 && !link.from_profile)
    reach.width = std::min(reach.width, link.slot.width);
  if (link.slot.generation > 0)
    reach.generation = std::min(reach.generation, link.slot.generation);
  return reach;
}

Finding describe_link(CheckContext& c, const PciDevice& drive, const DriveLink& link) {
  Finding f{.observed = text_of(link.seen), .who = Who::builder};
  if (drive.speed_gts && drive.width)
    f.observed += fmt::format(" ({:.2f} GB/s)", link_gbs(*drive.speed_gts, *drive.width));
  f.expected = text_of(link.wanted) +
               (link.from_profile ? ", as the profile says" : ", which the drive can do");
  if (link.from_profile)
    f.evidence.push_back("expected by " + c.input.profile->id + ": " + c.setting()->source);
  if (const auto event = limit_in_log(c.now, drive)) f.evidence.push_back(text_of(*event));
  return f;
}

void judge_link(CheckContext& c, const PciDevice& drive, const Labels& labels) {
  const auto link = compare(c, drive);
  auto f = describe_link(c, drive, link);
  f.labels = labels;
  const auto subject = c.subject(drive);
  const bool narrow = link.seen.width > 0 && link.seen.width < link.wanted.width;
  const bool slow = link.seen.generation > 0 && link.seen.generation < link.wanted.generation;
  if (!narrow && !slow) return c.pass(subject, f);
  const auto reach = within_reach(link);
  if (link.seen.width < reach.width) {
    f.cause = "fewer lanes than the drive has are connected";
    f.remedy =
        "reseat the drive or use another slot; if the board wires this slot so, let the "
        "profile say it";
    return c.fail(subject, f);
  }
  if (link.seen.generation >= reach.generation) {
    f.cause = "the slot gives no more than " + text_of(link.slot);
    f.remedy = "use a slot of the drive's own generation and width";
    return c.warn(subject, f);
  }
  f.cause = "drive and slot could both go faster: the link came up slow";
  f.remedy = "reseat the drive, look at risers and cables, and at the slot's speed in the BIOS";
  c.fail(subject, f);
}

Labels labels_of(const Snapshot& now, const PciDevice& drive) {
  for (const auto* block : nvme_drives(now))
    if (block->pci_address.is(drive.address)) return {{"drive", block->name}};
  return {{"device", drive.address}};
}

void link(CheckContext& c) {
  if (!c.readable(c.now.pci.devices, c.machine())) return;
  bool some = false;
  for (const auto& device : *c.now.pci.devices) {
    if (!is_nvme(device)) continue;
    some = true;
    const auto labels = labels_of(c.now, device);
    const auto event = limit_in_log(c.now, device);
    if (!device.width && event) {  // only the log tells
      c.warn(c.subject(device), {.observed = text_of(*event),
                                 .expected = "what the drive can do",
                                 .remedy = "use a slot of the drive's own generation and width",
                                 .who = Who::builder,
                                 .labels = labels});
    } else if (c.readable(device.width, c.subject(device), "the bus shows no link", labels) &&
               c.readable(device.speed_gts, c.subject(device), "the bus shows no link", labels)) {
      judge_link(c, device, labels);
    }
  }
  if (!some) c.skip(SkipKind::not_applicable, c.machine(), {.observed = "no NVMe drive"});
}

const Register<Check> registered{
    {.name = "storage/link",
     .about = "PCIe link",
     .why = "A drive cannot read faster than its link: half the lanes are half the speed.",
     .run = link}};

}  // namespace
}  // namespace gpuproof
