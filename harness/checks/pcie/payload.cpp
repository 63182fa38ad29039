// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Packet size (max payload) along each path: both ends must agree, and small packets cost rate.
#include <fmt/core.h>

#include <algorithm>

#include "harness/checks/pcie/endpoints.h"

namespace gpuproof {
namespace {

void judge(CheckContext& c, const LinkEnd& end) {
  if (!end.device) return;
  const auto& device = *end.device;
  if (!device.max_payload) {
    if (end.is_gpu)
      c.readable(device.max_payload, end.subject, "no payload setting here", end.labels);
    return;
  }
  int best = device.max_payload_supported.value_or(*device.max_payload);
  const PciDevice* odd = nullptr;
  for (const auto* port : ports_above(c.now, device)) {
    if (port->max_payload && *port->max_payload != *device.max_payload && !odd) odd = port;
    if (port->max_payload_supported) best = std::min(best, *port->max_payload_supported);
  }
  Finding f{.observed = fmt::format("{} bytes", *device.max_payload),
            .expected = fmt::format("{} bytes, as the whole path supports", best),
            .remedy = "boot with pci=pcie_bus_perf, or set the payload in the BIOS",
            .who = Who::admin,
            .labels = end.labels};
  if (odd) {
    f.observed += fmt::format(", but {} at port {}", *odd->max_payload, odd->address);
    f.cause = "the ends of the path disagree about the largest packet";
    // A packet larger than the receiver takes is an error on the bus; the other way costs rate.
    if (*odd->max_payload < *device.max_payload) return c.fail(end.subject, std::move(f));
    return c.warn(end.subject, std::move(f));
  }
  if (end.is_gpu && c.judge_setting(end.subject, std::to_string(*device.max_payload), f)) return;
  if (!end.is_gpu && *device.max_payload >= std::min(best, 256)) return;
  if (*device.max_payload < std::min(best, 256)) return c.warn(end.subject, std::move(f));
  c.pass(end.subject, std::move(f));
}

void payload(CheckContext& c) {
  if (!bus_readable(c)) return;
  for (const auto& end : link_ends(c)) judge(c, end);
}

const Register<Check> registered{{.name = "pcie/payload",
                                  .about = "PCIe packet size (max payload)",
                                  .why =
                                      "At 128 bytes every sixth byte on the link is header; ends "
                                      "that disagree raise errors.",
                                  .run = payload}};

}  // namespace
}  // namespace gpuproof
