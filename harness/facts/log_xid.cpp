// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Xid lines of the NVIDIA kernel driver, in the forms of drivers 3xx to 595.
#include <cctype>

#include "harness/base/text.h"
#include "harness/facts/log_events.h"
#include "harness/facts/log_scan.h"

namespace gpuproof {
namespace {

constexpr std::string_view xid_start = "NVRM: Xid (";

// "pid=20114, name=train.py, " in front of the detail; each may be missing or unknown.
void read_process(LogScan& scan, XidEvent& event) {
  if (scan.skip("pid=")) {
    LogScan value(scan.until(", "));
    if (const auto pid = value.number<std::uint64_t>(); pid && value.rest().empty())
      event.pid = *pid;
  }
  if (scan.skip("name=")) {
    const auto name = scan.until(", ");
    if (name != "<unknown>") event.process = name;
  }
}

void read_recovery_action(XidEvent& event) {
  LogScan scan(event.detail);
  if (event.code == 154 && scan.skip_past(" to 0x")) event.recovery_action = scan.number<int>(16);
}

void read_nvlink(XidEvent& event) {
  if (event.code != 74 && !(event.code >= 144 && event.code <= 150)) return;
  const auto text = lower(event.detail);
  LogScan scan(text);
  if (scan.skip_past(" link ")) event.nvlink = scan.number<int>();
  if (event.code == 74) return;
  if (contains(text, " nonfatal "))
    event.fatal = false;
  else if (contains(text, " fatal "))
    event.fatal = true;
}

}  // namespace

bool is_xid_line(std::string_view text) { return starts_with(trim(text), "NVRM: Xid"); }

std::optional<XidEvent> parse_xid(std::string_view text) {
  LogScan scan(trim(text));
  if (!scan.skip(xid_start)) return std::nullopt;
  scan.skip("PCI:");  // the oldest drivers leave it out
  XidEvent event;
  const auto address = scan.address();
  if (!address) return std::nullopt;
  event.address = *address;
  if (scan.skip(" GPU-I:")) event.gpu_instance = scan.number<int>();
  if (!scan.skip("): ")) return std::nullopt;
  const auto code = scan.number<int>();
  if (!code || *code < 0 || !(scan.rest().empty() || scan.skip(","))) return std::nullopt;
  event.code = *code;
  scan.blanks();
  read_process(scan, event);
  event.detail = trim(scan.rest());
  read_recovery_action(event);
  read_nvlink(event);
  return event;
}

std::optional<std::string> pci_address_in(std::string_view text) {
  for (auto at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
    // An address begins with its domain: step back over the digits in front of the colon.
    auto start = at;
    while (start > 0 && std::isxdigit(static_cast<unsigned char>(text[start - 1]))) --start;
    if (auto address = LogScan(text.substr(start)).address()) return address;
  }
  return std::nullopt;
}

}  // namespace gpuproof
