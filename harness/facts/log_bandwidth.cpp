// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The kernel's line about the narrowest link above a device (drivers/pci/pci.c, since Linux 4.17).
#include "harness/base/text.h"
#include "harness/facts/log_events.h"
#include "harness/facts/log_scan.h"

namespace gpuproof {
namespace {

constexpr double gb_per_gbit = 1.0 / 8;

// "8.0 GT/s PCIe x16 link", before Linux 5.7 without "PCIe".
bool read_link(LogScan& scan, double& gts, int& width) {
  const auto rate = scan.real();
  if (!rate || !scan.skip(" GT/s ")) return false;
  scan.skip("PCIe ");
  const auto lanes = scan.skip("x") ? scan.number<int>() : std::nullopt;
  if (!lanes || !scan.skip(" link")) return false;
  gts = *rate;
  width = *lanes;
  return true;
}

}  // namespace

std::optional<BandwidthEvent> parse_bandwidth(std::string_view text) {
  LogScan scan(trim(text));
  BandwidthEvent event;
  const auto device = scan.skip_past(" ") ? scan.address() : std::nullopt;
  const auto gbit = device && scan.skip(": ") ? scan.real() : std::nullopt;
  if (!gbit || !scan.skip(" Gb/s available PCIe bandwidth")) return std::nullopt;
  event.device = *device;
  event.available_gbs = event.capable_gbs = *gbit * gb_per_gbit;
  if (scan.skip(" (")) return event;
  if (!scan.skip(", limited by ")) return std::nullopt;
  if (!read_link(scan, event.limited_gts, event.limited_width) || !scan.skip(" at "))
    return std::nullopt;
  const auto port = scan.address();
  const auto capable = port && scan.skip(" (capable of ") ? scan.real() : std::nullopt;
  if (!capable || !scan.skip(" Gb/s")) return std::nullopt;
  event.limited_at = *port;
  event.capable_gbs = *capable * gb_per_gbit;
  return event;
}

}  // namespace gpuproof
