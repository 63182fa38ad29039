// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/inventory/found_parts.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "harness/base/text.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

// What firmware writes where nobody filled in the field.
std::string filled(const std::string& text) {
  static const std::vector<std::string> placeholders{"to be filled by o.e.m.",
                                                     "not specified",
                                                     "default string",
                                                     "unknown",
                                                     "none",
                                                     "n/a",
                                                     "no dimm",
                                                     "not available",
                                                     "0",
                                                     "00000000",
                                                     "system serial number"};
  const auto value = std::string(trim(text));
  const bool empty =
      std::find(placeholders.begin(), placeholders.end(), lower(value)) != placeholders.end();
  return empty ? "" : value;
}

std::string pci_id(const PciDevice& d) { return fmt::format("{:04x}:{:04x}", d.vendor, d.device); }

FoundParts unreadable(const std::string& source, const std::string& why) {
  return {{}, why.empty() ? source + " is not there" : source + " cannot be read: " + why};
}

FoundParts gpus(const CheckContext& c, const Snapshot& s) {
  if (!s.pci.devices && !s.gpu.devices) return unreadable("the PCI bus", s.pci.devices.why());
  FoundParts found;
  for (const auto& gpu : gpus_of(c, s)) {
    FoundPart part{.model = gpu.name(), .subject = gpu.subject};
    if (gpu.device) {
      part.pci_id = pci_id(*gpu.device);
      part.slot = gpu.device->slot.value_or(gpu.address);
    }
    if (gpu.facts) {
      part.firmware = gpu.facts->vbios.value_or("");
      part.serial = gpu.facts->serial.value_or(gpu.facts->uuid);
    }
    found.parts.push_back(std::move(part));
  }
  return found;
}

FoundParts dimms(const CheckContext& c, const SmbiosTables& tables) {
  FoundParts found;
  for (const auto& dimm : tables.dimms)
    if (dimm.is_filled())
      found.parts.push_back({.model = filled(dimm.part),
                             .slot = dimm.locator,
                             .serial = filled(dimm.serial),
                             .bytes = dimm.bytes ? std::optional(*dimm.bytes) : std::nullopt,
                             .subject = c.subject(dimm)});
  return found;
}

FoundParts drives(const CheckContext& c, const Snapshot& s) {
  if (!s.storage.devices) return unreadable("the list of drives", s.storage.devices.why());
  FoundParts found;
  for (const auto& drive : *s.storage.devices) {
    if (drive.kind != "disk" || drive.removable.is(true)) continue;
    const auto* device = drive.pci_address ? s.pci.find(*drive.pci_address) : nullptr;
    found.parts.push_back({.model = drive.model.value_or(""),
                           .firmware = drive.firmware.value_or(""),
                           .slot = device && device->slot ? *device->slot : drive.name,
                           .serial = filled(drive.serial.value_or("")),
                           .pci_id = device ? pci_id(*device) : "",
                           .bytes = drive.bytes,
                           .subject = c.subject(drive)});
  }
  return found;
}

FoundParts nics(const CheckContext& c, const Snapshot& s) {
  if (!s.pci.devices) return unreadable("the PCI bus", s.pci.devices.why());
  std::map<std::string, std::string> macs, firmware;
  if (s.network.links)
    for (const auto& link : *s.network.links)
      if (link.pci_address) macs[*link.pci_address] = link.mac.value_or("");
  if (s.network.rdma)
    for (const auto& port : *s.network.rdma)
      if (port.pci_address) firmware[*port.pci_address] = port.firmware.value_or("");
  FoundParts found;
  for (const auto& device : *s.pci.devices)
    if (is_network(device))
      found.parts.push_back({.model = pci_id(device),
                             .firmware = firmware[device.address],
                             .slot = device.slot.value_or(device.address),
                             .serial = macs[device.address],
                             .pci_id = pci_id(device),
                             .subject = c.subject(device)});
  return found;
}

FoundParts cpus(const Snapshot& s) {
  FoundParts found;
  if (s.smbios) {
    for (const auto& socket : s.smbios->sockets)
      if (socket.populated)
        found.parts.push_back(
            {.model = filled(socket.version),
             .slot = socket.socket,
             .serial = filled(socket.serial),
             .subject = {.kind = "processor", .place = socket.socket, .model = socket.version}});
    if (!found.parts.empty()) return found;
  }
  if (!s.cpu.model_name || !s.cpu.packages)
    return unreadable("the processor's name", s.cpu.model_name.why());
  for (int i = 0; i < *s.cpu.packages; ++i)
    found.parts.push_back(
        {.model = *s.cpu.model_name,
         .subject = {.kind = "processor", .place = std::to_string(i), .model = *s.cpu.model_name}});
  return found;
}

FoundParts supplies(const SmbiosTables& tables) {
  FoundParts found;
  for (const auto& supply : tables.supplies)
    if (!supply.present.is(false))
      found.parts.push_back({.model = filled(supply.model.empty() ? supply.name : supply.model),
                             .slot = supply.location,
                             .serial = filled(supply.serial),
                             .subject = {.kind = "power supply",
                                         .place = supply.location,
                                         .model = supply.model,
                                         .serial = supply.serial}});
  return found;
}

FoundParts board(const SmbiosTables& tables) {
  if (!tables.board) return unreadable("the board's name", tables.board.why());
  const auto& unit = *tables.board;
  return {{{.model = filled(unit.product),
            .firmware = filled(unit.version),
            .serial = filled(unit.serial),
            .subject = {.kind = "board", .model = unit.product, .serial = unit.serial}}},
          ""};
}

FoundParts bios(const SmbiosTables& tables) {
  if (!tables.bios) return unreadable("the BIOS version", tables.bios.why());
  const auto& info = *tables.bios;
  return {{{.model = filled(info.vendor),
            .firmware = filled(info.version),
            .subject = {.kind = "BIOS", .model = info.vendor}}},
          ""};
}

}  // namespace

const std::vector<std::string>& part_kinds() {
  static const std::vector<std::string> kinds{"gpu", "dimm",   "drive", "nic",
                                              "cpu", "supply", "board", "bios"};
  return kinds;
}

FoundParts found_parts(const CheckContext& c, const Snapshot& s, const std::string& kind) {
  if (kind == "gpu") return gpus(c, s);
  if (kind == "drive") return drives(c, s);
  if (kind == "nic") return nics(c, s);
  if (kind == "cpu") return cpus(s);
  if (!s.smbios) return unreadable("SMBIOS", s.smbios.why());
  if (kind == "dimm") return dimms(c, *s.smbios);
  if (kind == "supply") return supplies(*s.smbios);
  return kind == "board" ? board(*s.smbios) : bios(*s.smbios);
}

}  // namespace gpuproof
