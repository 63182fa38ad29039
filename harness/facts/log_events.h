// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What single kernel log lines say: Xid, AER and link bandwidth messages, decoded from
// LogLine.text. Pure over text and total: a line that is cut, hostile or of another kind is
// nullopt, never a throw.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpuproof {

// "NVRM: Xid (PCI:0000:41:00 GPU-I:05): 94, pid=8842, name=train.py, Contained: ..."
struct XidEvent {
  int code = 0;                        // the number right after "): ", wherever else numbers stand
  std::string address;                 // dddd:bb:dd.0, as PciDevice::address
  std::optional<int> gpu_instance;     // MIG
  std::optional<std::uint64_t> pid;    // nullopt: '<unknown>' or not printed
  std::string process;                 // empty where unknown
  std::string detail;                  // the rest of the line
  std::optional<int> recovery_action;  // of 154: the new state (0 none, 1 reset, 2 reboot, ...)
  std::optional<int> nvlink;           // link number of 74 and 144-150
  std::optional<bool> fatal;           // of 144-150
};
std::optional<XidEvent> parse_xid(std::string_view text);
// True for every Xid line, also one that is cut before its number.
bool is_xid_line(std::string_view text);

enum class AerSeverity { corrected, nonfatal, fatal };
enum class AerPart {
  message,  // "AER: Corrected error received: 0000:03:00.0": the port names the sender
  error,    // "PCIe Bus Error: severity=...": printed for the device itself
  status,   // "device [144d:a80a] error status/mask=00000001/0000e000"
  bit       // "[ 6] BadTLP"
};
// One incident is several lines: count `message` or `error` lines, never both.
struct AerEvent {
  AerPart part = AerPart::error;
  std::string printed_by;  // address in front of the line
  std::string device;      // whose error it is: for messages the sender, else printed_by
  std::optional<AerSeverity> severity;  // of message and error
  bool multiple = false;
  std::string layer, agent;  // of error: "Data Link Layer", "Receiver ID"
  std::uint32_t status = 0, mask = 0;
  int bit = -1;
  std::string bit_name;  // "BadTLP", "Replay Timer Timeout"
  bool first = false;
};
std::optional<AerEvent> parse_aer(std::string_view text);

// "126.016 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x16 link at 0000:00:03.1 (...)".
// The kernel prints gigabits; these are GB/s.
struct BandwidthEvent {
  std::string device;
  double available_gbs = 0, capable_gbs = 0;  // equal where nothing limits
  std::string limited_at;                     // port; empty: not limited
  double limited_gts = 0;
  int limited_width = 0;
};
std::optional<BandwidthEvent> parse_bandwidth(std::string_view text);

// First PCI address of the text as dddd:bb:dd.f: "PCI:0000:2d:00" and "0000:2d:00.0" alike.
std::optional<std::string> pci_address_in(std::string_view text);

}  // namespace gpuproof
