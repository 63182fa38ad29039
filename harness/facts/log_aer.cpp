// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// PCIe error lines (drivers/pci/pcie/aer.c, Linux 3.x to 6.x). Spellings changed over the years:
// Corrected/Correctable, "error received: id=00e8" before "error message received from 0000:..".
#include "harness/base/text.h"
#include "harness/facts/log_events.h"
#include "harness/facts/log_scan.h"

namespace gpuproof {
namespace {

std::optional<AerSeverity> read_severity(LogScan& scan) {
  if (scan.skip("Corrected") || scan.skip("Correctable")) return AerSeverity::corrected;
  if (!scan.skip("Uncorrected") && !scan.skip("Uncorrectable")) return std::nullopt;
  if (scan.skip(" (Fatal)")) return AerSeverity::fatal;
  if (scan.skip(" (Non-Fatal)")) return AerSeverity::nonfatal;
  return std::nullopt;
}

// "00e8" is bus, device and function in 16 bits, in the domain of the port.
std::string address_of_id(unsigned id, const std::string& port) {
  char text[16];
  std::snprintf(text, sizeof text, "%02x:%02x.%u", id >> 8 & 0xff, id >> 3 & 0x1f, id & 7);
  return port.substr(0, port.find(':') + 1) + text;
}

bool read_message(LogScan scan, AerEvent& event) {
  event.multiple = scan.skip("Multiple ");
  event.severity = read_severity(scan);
  if (!event.severity || !scan.skip(" error ")) return false;
  if (!scan.skip("received: ") && !scan.skip("message received from ")) return false;
  event.part = AerPart::message;
  if (scan.skip("id=")) {
    const auto id = scan.number<unsigned>(16);
    if (!id || *id > 0xffff) return false;
    event.device = address_of_id(*id, event.printed_by);
    return true;
  }
  const auto device = scan.address();
  if (device) event.device = *device;
  return device.has_value();
}

bool read_error(LogScan scan, AerEvent& event) {
  if (!scan.skip("PCIe Bus Error: severity=")) return false;
  event.severity = read_severity(scan);
  if (!event.severity) return false;
  event.part = AerPart::error;
  if (scan.skip(", type=")) event.layer = scan.until(",");
  if (scan.skip_past("(")) event.agent = scan.until(")");
  return true;
}

bool read_status(LogScan scan, AerEvent& event) {
  if (!scan.skip("device [") || !scan.skip_past("] error status/mask=")) return false;
  const auto status = scan.number<std::uint32_t>(16);
  const auto mask = status && scan.skip("/") ? scan.number<std::uint32_t>(16) : std::nullopt;
  if (!mask) return false;
  event.part = AerPart::status;
  event.status = *status;
  event.mask = *mask;
  return true;
}

bool read_bit(LogScan scan, AerEvent& event) {
  if (!scan.skip("[")) return false;
  scan.blanks();
  const auto bit = scan.number<int>();
  if (!bit || *bit < 0 || *bit > 31 || !scan.skip("] ")) return false;
  event.part = AerPart::bit;
  event.bit = *bit;
  const auto name = scan.until("(First)");
  event.first = name.data() + name.size() != scan.rest().data();  // the marker was stepped over
  event.bit_name = trim(name);
  return !event.bit_name.empty();
}

}  // namespace

std::optional<AerEvent> parse_aer(std::string_view text) {
  LogScan scan(trim(text));
  if (!scan.skip_past(" ")) return std::nullopt;  // the driver's name: "nvme 0000:03:00.0: "
  const auto address = scan.address();
  if (!address || !scan.skip(":")) return std::nullopt;
  AerEvent event;
  event.printed_by = event.device = *address;
  scan.blanks();
  scan.skip("AER: ");
  scan.blanks();
  if (read_message(scan, event) || read_error(scan, event) || read_status(scan, event) ||
      read_bit(scan, event))
    return event;
  return std::nullopt;
}

}  // namespace gpuproof
